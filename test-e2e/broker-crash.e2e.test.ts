/** @heavy starts a separate broker, and kills it */
import { afterAll, expect, test } from "@jest/globals";
import { type OwnRabbitmq, startOwnRabbitmq } from "@veil/local-stack";
import { describeWhere, infraUrl, until } from "@veil/testing";
import { acceptedOf, jobDone } from "./support/gateway.ts";
import { describeClusterOnly } from "./support/scenario.ts";
import { letterRequest, PERSON_EN } from "./support/texts.ts";

// Other processes may use a broker that was already running.
const broker = infraUrl("rabbitmq") === undefined ? undefined : await startOwnRabbitmq({});
afterAll(() => broker?.stop());

describeWhere(broker !== undefined, "A broker that crashes", "rabbitmq-server", () => {
  const own = (): OwnRabbitmq => {
    if (broker === undefined) throw new Error("No broker");
    return broker;
  };
  describeClusterOnly(
    "with jobs in flight",
    (scenario) => {
      test("When the broker is killed and starts again mid-job, then every job is finished, asked once and counted once", async () => {
        const { gateway, simulator, customer } = scenario();
        const { apiKey } = await customer({ tier: "enterprise" });
        simulator.clear();
        const request = letterRequest({ model: "sim-slow-3000" });
        const sent = Array.from({ length: 5 }, () => gateway.proxy(apiKey, request));
        const jobIds = (await Promise.all(sent)).map(acceptedOf);
        await until("the provider has all", () => simulator.record().length === jobIds.length);

        const restarted = own().restart();
        const refused = await until("the gateway reports it", async () => {
          const reply = await gateway.proxy((await customer()).apiKey, request);
          return reply.status === 503 && reply;
        });
        expect(refused.body["error"]).toBe("inference_service_unavailable");
        await restarted;

        for (const jobId of jobIds) {
          const done = await jobDone(gateway, apiKey, jobId);
          expect(done).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: true });
          expect(done.result).toContain(PERSON_EN.email);
        }
        expect((await gateway.usage(apiKey)).used).toBe(jobIds.length);
        expect(simulator.record().length).toBeLessThanOrEqual(2 * jobIds.length);
      });

      test("When it crashes while jobs wait, then none is lost", async () => {
        const { stack, gateway, customer } = scenario();
        const { apiKey } = await customer({ tier: "enterprise" });
        await stack.stop("inference-worker");
        await until("the gateway is ready", async () => {
          return (await fetch(`${stack.opsUrl("edge-gateway")}/ready`)).ok;
        });
        const sent = Array.from({ length: 5 }, () => gateway.proxy(apiKey, letterRequest()));
        const jobIds = (await Promise.all(sent)).map(acceptedOf);
        await own().restart();
        await stack.restart("inference-worker");
        for (const jobId of jobIds) await jobDone(gateway, apiKey, jobId);
        expect((await gateway.usage(apiKey)).used).toBe(jobIds.length);
      });
    },
    {
      servers: () => ({
        rabbitmqUrl: own().amqpUrl,
        rabbitmqManagementUrl: own().managementUrl,
      }),
      env: () => ({ "edge-gateway": { WAIT_TIMEOUT_MS: "400" } }),
    },
  );
});
