import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  attributesOf,
  type Collector,
  describeWithServer,
  type ReceivedSpan,
  startCollector,
  until,
} from "@veil/testing";
import { createTestCa } from "@veil/testing/tls";
import request from "supertest";
import { callNatively, finalOf, letterRequest, PROXY_PATH } from "../support/native-client.ts";
import { callSdk, sdkBody } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

/** A trace that the client chose, which asks to be recorded. */
const CHOSEN = "0af7651916cd43dd8448eb211c80319c";
const HOSTILE = {
  traceparent: `00-${CHOSEN}-b7ad6b7169203331-01`,
  tracestate: "veil=hostile",
  baggage: "user=Weber",
};

let collector: Collector;
let gateway: TestGateway;
let key = "";
beforeAll(async () => {
  collector = await startCollector();
  gateway = await startTestGateway({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    STREAMING_ENABLED: "true",
  });
  ({ apiKey: key } = await gateway.provision());
});
afterAll(async () => {
  await gateway.close();
  await collector.close();
});

/** Returns the spans of the request's trace, with the request first. */
async function spansOf(reply: request.Response): Promise<readonly ReceivedSpan[]> {
  const id = reply.headers["x-request-id"];
  const line = await until("the request is logged", () =>
    gateway.seen.log.find(
      (text) => text.includes(`"event":"request"`) && text.includes(String(id)),
    ),
  );
  const { trace_id } = JSON.parse(line) as { trace_id?: string };
  expect(trace_id).toMatch(/^[0-9a-f]{32}$/);
  return await until("the trace has arrived", () => {
    const spans = collector.spans().filter(({ traceId }) => traceId === trace_id);
    const root = spans.find(({ parentSpanId }) => parentSpanId === undefined);
    return root && [root, ...spans.filter((span) => span !== root)];
  });
}

const namesOf = (spans: readonly ReceivedSpan[]) => spans.map(({ name }) => name);
const isWhole = (nanos: string) => BigInt(nanos) % 1_000_000_000n === 0n;

const ANSWERED = {
  "gen_ai.operation.name": "chat",
  "gen_ai.usage.input_tokens": expect.any(Number),
  "gen_ai.usage.output_tokens": expect.any(Number),
  "gen_ai.response.model": expect.any(String),
  "gen_ai.response.finish_reasons": [expect.any(String)],
};

describeWithServer("postgres", "Traces", () => {
  test("A call is answered although the collector has a certificate of an unknown authority, and the lost spans are logged once", async () => {
    const authority = await createTestCa();
    const unknown = await startCollector(await authority.issue({ ips: ["127.0.0.1"] }));
    const other = await startTestGateway({ OTEL_EXPORTER_OTLP_ENDPOINT: unknown.url });
    const { apiKey } = await other.provision();
    const lost = () => other.seen.log.filter((text) => text.includes('"event":"collector_lost"'));
    finalOf(await callNatively(other, apiKey, letterRequest()));
    await until("the spans are lost", () => lost().length > 0);
    finalOf(await callNatively(other, apiKey, letterRequest()));
    await other.close();
    expect(lost()).toHaveLength(1);
    expect(unknown.headers).toEqual([]);
    await unknown.close();
  });

  test("A native call is a span with its route and steps, of which only the gateway's own have a finer time than a second", async () => {
    const reply = await callNatively(gateway, key, letterRequest({ model: "m-1" }));
    finalOf(reply);
    const [root, ...steps] = await spansOf(reply);
    expect(root?.name).toBe(`POST ${PROXY_PATH}`);
    expect(attributesOf(root as ReceivedSpan)).toEqual({
      "http.request.method": "POST",
      "http.route": PROXY_PATH,
      "http.response.status_code": 200,
    });
    expect(namesOf(steps)).toEqual(["prepare", "sanitise", "admit", "answer", "relink"]);
    const answer = steps.find(({ name }) => name === "answer") as ReceivedSpan;
    expect(attributesOf(answer)).toMatchObject({ ...ANSWERED, "gen_ai.request.model": "m-1" });
    for (const { startTimeUnixNano, endTimeUnixNano, kind } of [root as ReceivedSpan, ...steps]) {
      expect(isWhole(startTimeUnixNano)).toBe(true);
      if (kind !== 1) expect(isWhole(endTimeUnixNano)).toBe(true);
    }
    const calls = steps.filter(({ kind }) => kind === 3);
    expect(namesOf(calls)).toEqual(["prepare", "sanitise", "answer"]);
  });

  test.each([false, true])("An SDK call has the same steps, with stream=%p", async (stream) => {
    const reply = await callSdk(gateway, "messages", sdkBody("messages", { stream }), { key });
    expect(reply.status).toBe(200);
    const [root, ...steps] = await spansOf(reply);
    expect(root?.name).toBe("POST /v1/messages");
    const last = stream ? [] : ["relink"];
    expect(namesOf(steps)).toEqual([
      ...["prepare", "sanitise", "wait for a slot", "admit", "answer"],
      ...last,
    ]);
    const answer = steps.find(({ name }) => name === "answer") as ReceivedSpan;
    expect(attributesOf(answer)).toMatchObject({ ...ANSWERED, "gen_ai.request.model": "m-1" });
  });

  test("A refused request has its error code, and an unknown path no part of the path", async () => {
    const refused = await callNatively(gateway, "svc_none", letterRequest());
    const [span] = await spansOf(refused);
    expect(attributesOf(span as ReceivedSpan)).toMatchObject({
      "http.response.status_code": 401,
      "error.type": refused.body.error,
    });
    const unknown = await request(gateway.app).get("/Weber/ann@example.org?q=Weber");
    expect(namesOf(await spansOf(unknown))).toEqual(["GET unmatched"]);
  });

  test("A page of the portal is a span with the pattern of its route, without the page", async () => {
    const [span] = await spansOf(await request(gateway.app).get("/portal/keys/Weber"));
    expect(span?.name).toBe("GET /portal{/*page}");
    expect(attributesOf(span as ReceivedSpan)).toMatchObject({ "http.route": "/portal{/*page}" });
  });

  test("A client's trace context starts no trace and reaches no service", async () => {
    const reply = await callNatively(gateway, key, letterRequest(), HOSTILE);
    const sdk = await callSdk(gateway, "messages", sdkBody("messages"), { key, headers: HOSTILE });
    for (const one of [reply, sdk]) expect((await spansOf(one))[0]?.traceId).not.toBe(CHOSEN);
    const { bridge, sanitiser, worker, audit } = gateway;
    const received = [bridge, sanitiser, worker, audit].map(({ headers }) => headers);
    for (const headers of received) expect(headers.length).toBeGreaterThan(0);
    const context = /traceparent|tracestate|baggage|^b3$|x-b3/;
    expect(
      received
        .flat()
        .flatMap(Object.keys)
        .filter((name) => context.test(name)),
    ).toEqual([]);
    expect(JSON.stringify([received, gateway.seen])).not.toContain(CHOSEN);
  });

  test("The collector receives no id of a request, job, token, key or customer, and no content", async () => {
    const reply = await callNatively(gateway, key, letterRequest());
    const { compliance_trace: trace } = finalOf(reply);
    await spansOf(reply);
    const { token_request_id, job_request_id, job_id } = trace;
    const ids = [reply.headers["x-request-id"], token_request_id, job_request_id, job_id];
    for (const id of ids) expect(String(id)).toMatch(/^[a-z]+_[0-9a-f]{32}$/);
    for (const text of [...ids, key, key.slice(12), "Weber", "ann@", "req_", "cus_", "127.0.0.1"])
      expect(collector.text()).not.toContain(text);
    expect(collector.text()).toContain(PROXY_PATH);
  });
});

describeWithServer("postgres", "Without an endpoint", () => {
  test("the log has no trace id", async () => {
    const plain = await startTestGateway();
    try {
      await request(plain.app).get("/health");
      const line = await until("the request is logged", () =>
        plain.seen.log.find((text) => text.includes(`"event":"request"`)),
      );
      expect(line).not.toContain("trace_id");
    } finally {
      await plain.close();
    }
  });
});
