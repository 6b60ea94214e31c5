import { expect, test } from "@jest/globals";
import { acceptedOf, finalOf, jobDone, withGateway } from "../support/clients/gateway.ts";
import type { Scenario } from "../support/scenario.ts";
import { letterRequest, PERSON_EN, valuesOf } from "../support/texts.ts";

export function describeReplicas(scenario: () => Scenario): void {
  test("When one gateway replica accepts a job, then another replica returns its result, and also serves its own requests", async () => {
    const { stack, gateway, customer } = scenario();
    const { apiKey } = await customer({ tier: "enterprise" });
    const replica = await stack.startReplica("edge-gateway", { WAIT_TIMEOUT_MS: "300" });
    try {
      const accepted = await withGateway(replica.url, (other) => other.proxy(apiKey, slow(600)));
      const answered = await jobDone(gateway, apiKey, acceptedOf(accepted));
      const sent = Array.from({ length: 8 }, () => gateway.proxy(apiKey, slow(100)));
      for (const response of [answered, ...(await Promise.all(sent)).map(finalOf)]) {
        expect(response).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: true });
        for (const value of valuesOf(PERSON_EN)) expect(response.result).toContain(value);
      }
    } finally {
      await replica.stop();
    }
  });
}

const slow = (ms: number) => letterRequest({ model: `sim-slow-${ms}` });
