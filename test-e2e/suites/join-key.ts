import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { ServiceName } from "@veil/crypto";
import { type Collector, startCollector } from "@veil/testing";
import { gatewayAt } from "../support/clients/gateway.ts";
import { fineTimesIn, identifiersIn, sharedBy } from "../support/identifiers.ts";
import { jobMessages } from "../support/job-messages.ts";
import { pinnedKeyIds } from "../support/keys.ts";
import { type RecordingProxy, startRecordingProxy } from "../support/network/recording-proxy.ts";
import type { Scenario } from "../support/scenario.ts";
import { letterEn, letterRequest } from "../support/texts.ts";

/**
 * Defines tests that must run before all others on the same stack, because the others cause errors
 * whose stack frames both logs share.
 */
export function describeJoinKey(scenario: () => Scenario): void {
  describe("No join key", () => {
    let bridge = "";
    let worker = "";
    let gateway = "";
    let others = "";
    let collector: Collector;
    beforeAll(async () => {
      collector = await startCollector();
      ({ bridge, worker, gateway, others } = await recordRequests(scenario(), collector));
    });

    test("Bridge and worker share no id in their requests, logs and metrics", () => {
      const { stack } = scenario();
      // These ids identify keys, not requests.
      const keyIds = new Set(pinnedKeyIds(stack));
      // Algorithm and key id are the same in every token of the gateway.
      const tokenHead = /^eyJhbGciOiJFZERTQSIsImtpZCI6/;
      const shared = sharedBy(bridge, worker).filter(
        (word) => !keyIds.has(word) && !tokenHead.test(word),
      );
      expect(shared).toEqual([]);
    });

    test("Bridge and worker neither receive nor log a time finer than a second", () => {
      expect(fineTimesIn(bridge)).toEqual([]);
      expect(fineTimesIn(worker)).toEqual([]);
    });

    test("Only the gateway knows the ids of both sandboxes, and the search finds them in its logs", () => {
      expect(sharedBy(gateway, bridge).join()).toMatch(/tok_[0-9a-f]{32}/);
      expect(sharedBy(gateway, worker).join()).toMatch(/job_[0-9a-f]{32}/);
      expect(identifiersIn(bridge).size).toBeGreaterThan(5);
      expect(identifiersIn(worker).size).toBeGreaterThan(5);
      expect(fineTimesIn(gateway)).not.toEqual([]);
      const planted = "planted-id-0123456789";
      expect(sharedBy(`${bridge} ${planted}`, `${worker}/${planted}?`)).toContain(planted);
    });

    test("With traces, no service and no provider receives a trace context, and no log of theirs has the id of a trace", () => {
      const traceIds = new Set(collector.spans().map(({ traceId }) => traceId));
      expect(traceIds.size).toBeGreaterThan(5);
      for (const traceId of traceIds) expect(gateway).toContain(`"trace_id":"${traceId}"`);
      const outside = `${bridge}\n${worker}\n${others}`;
      for (const text of ["traceparent", "tracestate", "baggage", CHOSEN, ...traceIds])
        expect(outside).not.toContain(text);
    });

    test("The collector receives no id that the bridge or the worker has, and whole seconds for calls to them", () => {
      const known = new Set(pinnedKeyIds(scenario().stack));
      const shared = [bridge, worker].flatMap((text) => sharedBy(collector.text(), text));
      expect(shared.filter((word) => !known.has(word))).toEqual([]);
      const calls = collector.spans().filter(({ kind }) => kind !== OWN_WORK);
      expect(calls.length).toBeGreaterThan(20);
      for (const { startTimeUnixNano, endTimeUnixNano } of calls)
        expect(`${startTimeUnixNano} ${endTimeUnixNano}`).toMatch(/^\d+0{9} \d+0{9}$/);
    });

    afterAll(async () => {
      for (const proxy of open) proxy.close();
      await collector.close();
    });
  });
}

/** A trace that the client chose. */
const CHOSEN = "0af7651916cd43dd8448eb211c80319c";
const HOSTILE = {
  traceparent: `00-${CHOSEN}-b7ad6b7169203331-01`,
  tracestate: "a=b",
  baggage: "a=b",
};
/** The kind of spans that contain no call to another service. */
const OWN_WORK = 1;

const open: RecordingProxy[] = [];
async function recordRequests(scenario: Scenario, collector: Collector) {
  const { stack, customer, simulator } = scenario;
  const proxyOf = async (service: ServiceName) => {
    const proxy = await startRecordingProxy(() => stack.url(service));
    open.push(proxy);
    return proxy;
  };
  const bridgeProxy = await proxyOf("bridge");
  const workerProxy = await proxyOf("inference-worker");
  const otherProxies = await Promise.all(
    (["sanitiser", "audit", "veil-signer"] as const).map(proxyOf),
  );
  const [sanitiserUrl = "", auditUrl = "", signerUrl = ""] = otherProxies.map(({ url }) => url);
  const replica = await stack.startReplica("edge-gateway", {
    ...{ BRIDGE_URL: bridgeProxy.url, WORKER_URL: workerProxy.url },
    ...{ SANITISER_URL: sanitiserUrl, AUDIT_URL: auditUrl, SIGNER_URL: signerUrl },
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    WAIT_TIMEOUT_MS: "500",
    LOG_LEVEL: "debug",
  });
  const client = gatewayAt(replica.url);
  const { apiKey } = await customer();
  const { apiKey: other } = await customer();
  for (const model of ["sim-a", "sim-status-429-b", "sim-status-400-c", "sim-slow-700"])
    for (const key of [apiKey, other]) await client.proxy(key, letterRequest({ model }), HOSTILE);
  for (const path of ["/v1/messages", "/v1/chat/completions"])
    for (const key of [apiKey, other])
      await client.call({
        method: "POST",
        path,
        apiKey: key,
        body: sdkRequest(path),
        headers: HOSTILE,
      });
  const messages = await jobMessages(scenario, workerProxy, () =>
    client.proxy(apiKey, letterRequest()),
  );
  const replies = client.replies.map(({ text }) => text).join("\n");
  const gateway = `${replica.logs()}\n${replies}`;
  await client.close();
  await replica.stop();
  const received = otherProxies.map(receivedBy);
  for (const text of received) expect(text.length).toBeGreaterThan(0);
  const others = `${received.join("\n")}\n${stack.logs("sanitiser")}\n${JSON.stringify(simulator.record())}`;
  return {
    gateway,
    others,
    bridge: [receivedBy(bridgeProxy), await outputOf(scenario, "bridge")].join("\n"),
    worker: [
      receivedBy(workerProxy),
      ...messages,
      await outputOf(scenario, "inference-worker"),
    ].join("\n"),
  };
}

/**
 * Returns a request for an SDK endpoint. One of the two endpoints has the format of the stack's
 * provider.
 */
function sdkRequest(path: string) {
  const messages = [{ role: "user", content: letterEn() }];
  return { model: "sim-d", messages, ...(path === "/v1/messages" && { max_tokens: 100 }) };
}

/**
 * Returns the recorded requests, without those of the isolation probe, whose purpose is to send one
 * service's credential to the other.
 */
function receivedBy({ requests }: RecordingProxy): string {
  const own = requests.filter(({ path }) => path !== "/door" && path !== "/credential");
  return own.map((request) => `${JSON.stringify(request)}\n${request.body}`).join("\n");
}

async function outputOf(
  { stack }: Scenario,
  service: "bridge" | "inference-worker",
): Promise<string> {
  const metrics = await (await fetch(`${stack.opsUrl(service)}/metrics`)).text();
  // The names of metrics are removed because services share them, and the process's start time
  // because it is not the time of a request.
  const measured = metrics.replace(/^process_start_time_seconds.*$/m, "");
  return `${stack.logs(service)}\n${measured.replaceAll(/^(?:# \w+ )?\w+/gm, "")}`;
}
