import { describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { acceptedOf, answerTo, jobDone } from "../../support/clients/gateway.ts";
import type { Scenario } from "../../support/scenario.ts";
import { letterRequest } from "../../support/texts.ts";

const FAILED = { status: "JOB_STATUS_FAILED" };

/** Covers processes that are killed after a call is counted and before it ends. */
export function describeGivenBack(scenario: () => Scenario): void {
  describe("The quota", () => {
    /**
     * Starts a job whose model makes the provider fail twice. Each name has a separate sequence of
     * statuses, so its first request gets the first status.
     */
    async function failing(name: string) {
      const { gateway, simulator, customer } = scenario();
      const { apiKey } = await customer();
      simulator.clear();
      const model = `sim-slow-800-status-500-500-${name}`;
      const jobId = acceptedOf(await gateway.proxy(apiKey, letterRequest({ model })));
      await until("the provider has the request", () => simulator.record().length > 0);
      expect((await gateway.usage(apiKey)).used).toBe(1);
      return { apiKey, jobId };
    }

    test("When the gateway is killed while the provider fails a job twice, then the call is returned to the quota exactly once", async () => {
      const { stack, gateway, simulator, customer } = scenario();
      const { apiKey, jobId } = await failing("gateway");
      await stack.kill("edge-gateway");
      await stack.restart("edge-gateway");
      expect(await jobDone(gateway, apiKey, jobId)).toMatchObject(FAILED);
      expect(simulator.record()).toHaveLength(2);
      expect((await gateway.usage(apiKey)).used).toBe(0);
      const other = await customer();
      expect((await gateway.usage(other.apiKey)).used).toBe(0);
    });

    test("When the worker is killed with a job in flight, then the call stays counted, although the next attempt gets 500", async () => {
      const { stack, gateway } = scenario();
      const { apiKey, jobId } = await failing("worker");
      await stack.kill("inference-worker");
      await stack.restart("inference-worker");
      expect(await jobDone(gateway, apiKey, jobId)).toMatchObject(FAILED);
      expect((await gateway.usage(apiKey)).used).toBe(1);
    });

    test.each(["edge-gateway", "inference-worker"] as const)(
      "When %s is killed while the provider has an SDK call, then the call stays counted",
      async (service) => {
        const { stack, gateway, simulator, customer } = scenario();
        const { apiKey } = await customer();
        simulator.clear();
        const body = {
          ...{ model: "sim-slow-60000", max_tokens: 10 },
          messages: [{ role: "user", content: "Hello" }],
        };
        const calling = gateway
          .call({ method: "POST", path: "/v1/messages", apiKey, body })
          .catch(() => undefined);
        await until("the provider has the request", () => simulator.record().length > 0);
        await stack.kill(service);
        const reply = await calling;
        if (service === "inference-worker")
          expect([reply?.status, reply?.headers["x-should-retry"]]).toEqual([503, "false"]);
        await stack.restart(service);
        expect((await gateway.usage(apiKey)).used).toBe(1);
        // The gateway checks once a second whether the worker is back, and the next suite requires
        // the worker.
        const other = await customer();
        const next = await until("jobs are taken again", async () => {
          const taken = await gateway.proxy(other.apiKey, letterRequest());
          return taken.status < 500 && taken;
        });
        await answerTo(gateway, other.apiKey, next);
      },
    );
  });
}
