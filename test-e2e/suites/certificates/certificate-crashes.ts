import { expect, test } from "@jest/globals";
import type { IsolationCertificate } from "@veil/contracts/certificate";
import { sha256Hex } from "@veil/crypto";
import { eventsOf } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import { loggedBytes } from "@veil/veil/verifier";
import { finalOf } from "../../support/clients/gateway.ts";
import type { Scenario } from "../../support/scenario.ts";
import { letterRequest } from "../../support/texts.ts";

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Defines tests that must come last on their stack, because they kill processes. */
export function describeCertificateCrashes(scenario: () => Scenario): void {
  async function answerWith(
    what: string,
    path: string,
    apiKey: string,
    isIt: (answer: Answer) => boolean,
  ): Promise<Answer> {
    return await until(what, async () => {
      const answer = await scenario().gateway.call({ path, apiKey });
      expect(answer.body).not.toMatchObject({ error: "certificate_not_found" });
      return isIt(answer) && answer;
    });
  }

  test("While the audit service is down, certificates have no evidence, and they get evidence once the service is back", async () => {
    const { gateway, customer, stack } = scenario();
    const { apiKey } = await customer({ tier: "pro" });
    await stack.kill("audit");
    const { request_id = "" } = finalOf(await gateway.proxy(apiKey, letterRequest()));
    const path = `/api/v1/veil/certificate/${request_id}`;
    const issued = ({ status }: Answer) => status === 200;
    expect((await answerWith("the certificate", path, apiKey, issued)).body["evidence"]).toBeNull();

    await stack.restart("audit");

    const proven = (answer: Answer) => issued(answer) && answer.body["evidence"] !== null;
    const { body } = await answerWith("its evidence", path, apiKey, proven);
    const hash = sha256Hex(loggedBytes(body as unknown as IsolationCertificate));
    expect(body["evidence"]).toMatchObject({ event: expect.stringContaining(hash) });
  });

  test("When every component is killed between its response and the signing of its claim, then its next process signs the claim", async () => {
    const { gateway, customer, stack } = scenario();
    const { apiKey } = await customer({ tier: "pro" });
    await stack.kill("veil-signer");
    const { request_id = "" } = finalOf(await gateway.proxy(apiKey, letterRequest()));
    const path = `/api/v1/veil/certificate/${request_id}`;
    expect((await gateway.call({ path, apiKey })).status).toBe(202);

    const components = ["edge-gateway", "bridge", "sanitiser", "inference-worker"] as const;
    await Promise.all(components.map((service) => stack.kill(service)));
    await Promise.all([...components, "veil-signer" as const].map(stack.restart));

    const reply = await answerWith("the certificate", path, apiKey, ({ status }) => status === 200);
    expect(reply.body).toMatchObject({ signable: { request_id, status: "completed" } });
    const types = (await eventsOf(stack, request_id)).map(({ event_type }) => event_type);
    expect(types).not.toContain("VEIL_CERTIFICATE_REFUSED");
  });
}
