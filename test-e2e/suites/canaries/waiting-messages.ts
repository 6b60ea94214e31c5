import type { Sink } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import { brokerOf } from "../../support/broker.ts";
import { type Canaries, requestOf } from "../../support/canaries.ts";
import { acceptedOf, jobDone, PROXY_PATH } from "../../support/clients/gateway.ts";
import type { Scenario } from "../../support/scenario.ts";

/**
 * Leaves a job waiting while no worker runs, a result while no gateway runs, and a dead letter.
 * @returns the messages
 */
export async function letMessagesWait(
  scenario: Scenario,
  canaries: Canaries,
  apiKey: string,
): Promise<Sink[]> {
  const { stack, gateway, simulator } = scenario;
  if (stack.broker === undefined) return [];
  const broker = brokerOf(stack.broker);
  const caught: Sink[] = [];
  const catchIn = async (queue: string) => {
    const probe = async () => {
      const waiting = await broker.waiting(queue);
      return waiting.length > 0 && waiting;
    };
    const found = await until(`a message waits in ${queue}`, probe);
    for (const { payload, properties } of found)
      caught.push({ name: `broker, ${queue}`, text: `${payload}\n${JSON.stringify(properties)}` });
  };

  await stack.stop("inference-worker");
  await stack.stop("audit");
  const replica = await stack.startReplica("edge-gateway", {
    WAIT_TIMEOUT_MS: "200",
    JOB_DEADLINE_MS: "1000",
  });
  const expiring = { method: "POST", headers: { "x-api-key": apiKey } } as const;
  const body = JSON.stringify(requestOf(canaries));
  await (await fetch(replica.url + PROXY_PATH, { ...expiring, body })).text();
  await replica.stop();
  // This must come before another message waits, because messages expire only at the head of a
  // queue.
  await catchIn("veil.dead");
  const waiting = acceptedOf(await gateway.proxy(apiKey, requestOf(canaries)));
  await catchIn("veil.jobs");
  await catchIn("veil.audit");
  await stack.restart("audit");
  await stack.restart("inference-worker");
  await jobDone(gateway, apiKey, waiting);

  simulator.clear();
  acceptedOf(await gateway.proxy(apiKey, requestOf(canaries, { model: "sim-slow-700" })));
  await until("the provider has the request", () => simulator.record().length > 0);
  await stack.kill("edge-gateway");
  await catchIn("veil.results");
  await stack.restart("edge-gateway");
  return caught;
}
