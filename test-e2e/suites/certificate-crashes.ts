import { expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { eventsOf } from "../support/audit-log.ts";
import { finalOf } from "../support/gateway.ts";
import type { Scenario } from "../support/scenario.ts";
import { letterRequest } from "../support/texts.ts";

/** Last in its stack: processes are killed. */
export function describeCertificateCrashes(scenario: () => Scenario): void {
  test("When every component is killed between its answer and the signing of its claim, then its next process signs it", async () => {
    const { gateway, customer, stack } = scenario();
    const { apiKey } = await customer({ tier: "pro" });
    await stack.kill("veil-signer");
    const { request_id = "" } = finalOf(await gateway.proxy(apiKey, letterRequest()));
    const path = `/api/v1/veil/certificate/${request_id}`;
    expect((await gateway.call({ path, apiKey })).status).toBe(202);

    const components = ["edge-gateway", "bridge", "sanitiser", "inference-worker"] as const;
    await Promise.all(components.map((service) => stack.kill(service)));
    await Promise.all([...components, "veil-signer" as const].map(stack.restart));

    const reply = await until("the certificate is issued", async () => {
      const answer = await gateway.call({ path, apiKey });
      return answer.status === 200 && answer;
    });
    expect(reply.body).toMatchObject({ signable: { request_id, status: "completed" } });
    const types = (await eventsOf(stack, request_id)).map(({ event_type }) => event_type);
    expect(types).not.toContain("VEIL_CERTIFICATE_REFUSED");
  });
}
