import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { DatabaseError } from "@veil/postgres-kit";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { callNatively, codeOf, letterRequest } from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

/**
 * A request whose address only the scan of the whole prompt finds, because the sanitiser sees only
 * its parts.
 */
const SPLIT_ADDRESS = {
  prompt_template: "Write to {name}@{host}.",
  context: { name: "x.y", host: "acme.example" },
};

describeWithServer("postgres", "Calls that are refused after the bridge has responded", () => {
  let gateway: TestGateway;
  let apiKey = "";
  let customerId = "";
  let add: TestGateway["stores"]["eventOutbox"]["add"];
  let admit: TestGateway["stores"]["jobs"]["admit"];
  beforeAll(async () => {
    gateway = await startTestGateway({ MONTHLY_LIMIT_PRO: "1", PER_MINUTE_LIMIT_PRO: "1000" });
    ({ add } = gateway.stores.eventOutbox);
    ({ admit } = gateway.stores.jobs);
    ({ apiKey, customerId } = await gateway.provision());
  });
  afterEach(() => {
    gateway.sanitiser.answerWith(undefined);
    gateway.bridge.respondWith(undefined);
    gateway.stores.eventOutbox.add = add;
    gateway.stores.jobs.admit = admit;
    gateway.seen.log.length = 0;
  });
  afterAll(() => gateway.close());

  const refuse = async (body: object = letterRequest()) => {
    const reply = await callNatively(gateway, apiKey, body);
    return { code: codeOf(reply), requestId: reply.headers["x-request-id"] };
  };
  const recorded = async (requestId: unknown) =>
    (await gateway.events()).filter(({ request_id }) => request_id === requestId);
  const logged = () => {
    const line = gateway.seen.log.find((each) => each.includes("refusal_not_recorded"));
    return JSON.parse(line ?? "{}");
  };
  const notRecorded = async () => {
    const { text } = await request(gateway.opsApp).get("/metrics");
    return Number(/^veil_refusals_not_recorded_total\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const typesOf = (events: readonly AuditEvent[]) => events.map(({ event_type }) => event_type);

  test("When the sanitiser fails, then the token and the refusal are recorded as the customer's events", async () => {
    gateway.sanitiser.answerWith((res) => res.destroy());
    const { code, requestId } = await refuse();
    expect(code).toEqual([503, "sanitizer_unavailable"]);
    expect(await recorded(requestId)).toMatchObject([
      { event_type: "PROXY_TOKEN_GENERATED", actor: customerId, request_id: requestId },
      {
        event_type: "PROXY_REFUSED",
        actor: customerId,
        request_id: requestId,
        payload: { error_type: "sanitizer_unavailable" },
      },
    ]);
  });

  test("When a call is refused because the prompt contains personal data, then the sanitising is recorded as well as the refusal", async () => {
    const { code, requestId } = await refuse(SPLIT_ADDRESS);
    expect(code).toEqual([400, "prompt_template_pii_detected"]);
    const events = await recorded(requestId);
    const [, sanitised, refused] = events;
    expect(typesOf(events)).toEqual([
      "PROXY_TOKEN_GENERATED",
      "PROXY_SANITIZER_APPLIED",
      "PROXY_REFUSED",
    ]);
    expect(sanitised?.payload).toMatchObject({ match_count: expect.any(String) });
    expect(refused?.payload).toEqual({ error_type: "prompt_template_pii_detected" });
    expect(JSON.stringify(events)).not.toContain("acme");
  });

  test("When another call uses up the quota meanwhile, then all steps of the refused call are recorded", async () => {
    const { apiKey: own } = await gateway.provision();
    // Both calls have passed the first check of the quota when the sanitiser responds.
    const waiting: (() => void)[] = [];
    gateway.sanitiser.answerWith((res, good) => {
      waiting.push(() => res.end(JSON.stringify(good)));
      if (waiting.length === 2) for (const answer of waiting) answer();
    });
    const replies = await Promise.all(
      [1, 2].map(() => callNatively(gateway, own, letterRequest())),
    );
    expect(replies.map(codeOf).sort()).toEqual([
      [200, undefined],
      [429, "quota_exceeded"],
    ]);
    const late = replies.find(({ status }) => status === 429);
    expect(typesOf(await recorded(late?.headers["x-request-id"]))).toEqual([
      "PROXY_TOKEN_GENERATED",
      "PROXY_SANITIZER_APPLIED",
      "PROXY_REFUSED",
    ]);
  });

  test("The events of a refused call are sent to the audit log like those of any call", async () => {
    gateway.sanitiser.answerWith((res) => res.destroy());
    const { requestId } = await refuse();
    await until("the audit log has it", () =>
      gateway.seen.audit.some(
        ({ event_type, request_id }) => event_type === "PROXY_REFUSED" && request_id === requestId,
      ),
    );
  });

  test("When the refusal cannot be recorded, then the response is the same, and the failure is logged and counted", async () => {
    const before = await notRecorded();
    gateway.stores.eventOutbox.add = () => Promise.reject(new Error("of the store"));
    gateway.sanitiser.answerWith((res) => res.destroy());
    const { code, requestId } = await refuse();
    expect(code).toEqual([503, "sanitizer_unavailable"]);
    expect(logged()).toMatchObject({
      level: "error",
      request_id: requestId,
      code: "sanitizer_unavailable",
    });
    expect(await notRecorded()).toBe(before + 1);
  });

  test("When the database refused the admission, then the event has the same code as the response", async () => {
    const timedOut = new DatabaseError(new Error("of the lock"), { sent: false });
    const refused = Object.assign(timedOut, { refusedByServer: true });
    gateway.stores.jobs.admit = () => Promise.reject(refused);
    const { code, requestId } = await refuse();
    expect(code).toEqual([503, "inference_service_unavailable"]);
    const last = (await recorded(requestId)).at(-1);
    expect([last?.event_type, last?.payload]).toEqual([
      "PROXY_REFUSED",
      { error_type: "inference_service_unavailable" },
    ]);
  });

  test("When the database is down, then the gateway does not query it again for the events, and logs the loss", async () => {
    const before = await notRecorded();
    const asked: unknown[] = [];
    gateway.stores.eventOutbox.add = async (events) => void asked.push(events);
    const gone = new DatabaseError(new Error("no connection"), { sent: false });
    gateway.stores.jobs.admit = () => Promise.reject(gone);
    const { code, requestId } = await refuse();
    expect(code).toEqual([503, "inference_service_unavailable"]);
    expect(asked).toEqual([]);
    expect(logged()).toMatchObject({
      level: "error",
      request_id: requestId,
      code: "inference_service_unavailable",
    });
    expect(await notRecorded()).toBe(before + 1);
  });

  test.each<[string, () => void, Readonly<Record<string, unknown>>]>([
    ["the bridge failed", () => gateway.bridge.respondWith((_p, _b, res) => res.destroy()), {}],
    ["the request was not valid", () => undefined, { prompt_template: 1 }],
  ])("When %s, then nothing is recorded", async (_case, prepare, change) => {
    prepare();
    const { requestId } = await refuse(letterRequest(change));
    expect(await recorded(requestId)).toEqual([]);
  });
});
