import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { checked } from "@veil/contracts/parsing";
import { AuditViewResponse } from "@veil/contracts/public/audit";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { openAccountSuite } from "../support/account-suite.ts";
import { codeOf } from "../support/native-client.ts";
import { sessionOf } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PATH = "/api/v1/account/audit";
const NOW_MS = Date.parse("2026-11-21T08:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const parse = checked(AuditViewResponse);

describeWithServer("postgres", "GET /api/v1/account/audit", () => {
  const { gateway, one } = openAccountSuite({ AUDIT_VIEWS_PER_MINUTE: "1000" });
  let customer: Awaited<ReturnType<TestGateway["provision"]>>;
  let cookie = "";
  beforeEach(async () => {
    one().clock.ms = NOW_MS;
    customer = await one().provision({ tier: "free" });
    cookie = await sessionOf(one(), { api_key: customer.apiKey });
    await logged(
      ({ event_type, actor }) => event_type === "SESSION_STARTED" && actor === customer.customerId,
    );
  });
  afterEach(() => {
    one().audit.respondWith(undefined);
    one().audit.takeEvents(true);
  });

  const get = (query = "", as = cookie) =>
    request(one().app)
      .get(PATH + query)
      .set("cookie", as);
  async function viewed(query = "", as = cookie) {
    const response = await get(query, as);
    expect(response.status).toBe(200);
    const body = parse(response.body);
    return { ...body, ids: body.events.map(({ request_id }) => request_id) };
  }
  const logged = (matches: (event: AuditEvent) => boolean) =>
    until("the audit service has it", () => one().audit.events.find(matches));

  /** Makes one event at the gateway's time. */
  async function changeAccount(apiKey = customer.apiKey): Promise<string> {
    const response = await request(one().app)
      .put("/api/v1/account/provider-key")
      .set("x-api-key", apiKey)
      .send({ provider_key: "sk-ant-of-the-customer" });
    expect(response.status).toBe(200);
    return String(response.headers["x-request-id"]);
  }
  async function loggedChange(apiKey?: string): Promise<AuditEvent> {
    const id = await changeAccount(apiKey);
    return await logged(({ request_id }) => request_id === id);
  }
  function addToLog(event: AuditEvent, ...changes: Partial<AuditEvent>[]): void {
    for (const change of changes)
      one().audit.events.push({ ...event, event_id: randomUUID(), ...change });
  }

  // @spec LIM-12
  test("A session of any tier can read the events of its organization, newest first", async () => {
    const event = await loggedChange();
    addToLog(event, { request_id: "req_older", occurred_at: "2026-11-20T08:00:00.000Z" });
    const { events, ids, ...rest } = await viewed();
    expect(ids).toEqual([event.request_id, expect.any(String), "req_older"]);
    expect(events[0]).toEqual({
      timestamp: "2026-11-21T08:00:00.000Z",
      event_type: "ACCOUNT_CHANGED",
      actor: customer.customerId,
      request_id: event.request_id,
    });
    expect(rest).toEqual({
      page: 1,
      page_size: 50,
      total: 3,
      has_more: false,
      org_id: expect.stringMatching(/^org_[0-9a-f]{32}$/),
      source: "audit_service",
      period: "2026-11-14T08:00:00.000Z to 2026-11-21T08:00:00.000Z",
      truncated: false,
    });
  });

  // @spec VIEW-10
  test("The response has only the allowed fields of a payload", async () => {
    const event = await loggedChange();
    const payload = { model: "sim-1", key_id: "abcdefgh", changed_by: "command", activity_id: "a" };
    addToLog(event, { payload, request_id: "req_1" });
    const { events } = await viewed();
    const [shown] = events.filter(({ request_id }) => request_id === "req_1");
    expect(shown?.payload_summary).toEqual({ model: "sim-1", activity_id: "a" });
  });

  // @spec VIEW-11
  test("Both customers of an organization see its events, even one who moved there later, but not that customer's earlier events; other customers see none", async () => {
    const other = await one().provision();
    const outsider = await one().provision();
    const before = await loggedChange(other.apiKey);
    const move = `update customers set org_id = (select org_id from customers where customer_id = $2)
      where customer_id = $1`;
    await gateway().owner.execute(move, [other.customerId, customer.customerId]);
    one().clock.ms += 6_000;
    const after = await loggedChange(other.apiKey);
    const own = await loggedChange();
    const members = [cookie, await sessionOf(one(), { api_key: other.apiKey })];
    for (const member of members) {
      const { ids } = await viewed("?type=ACCOUNT_CHANGED", member);
      expect(new Set(ids)).toEqual(new Set([own.request_id, after.request_id]));
      expect(ids).not.toContain(before.request_id);
    }
    const outside = await viewed("", await sessionOf(one(), { api_key: outsider.apiKey }));
    for (const { request_id } of [before, after, own])
      expect(outside.ids).not.toContain(request_id);
  });

  // @spec VIEW-14
  test("The list of events can be limited by page, type and time", async () => {
    const event = await loggedChange();
    const older = Array.from({ length: 5 }, (_, index) => ({
      request_id: `req_${index}`,
      event_type: "KEY_ISSUED",
      occurred_at: new Date(NOW_MS - (10 + index) * DAY_MS).toISOString(),
    }));
    addToLog(event, ...older);
    const since = "since=2026-11-01T00:00:00Z";
    const page = (number: number) => viewed(`?${since}&type=KEY_ISSUED&page=${number}&page_size=2`);
    expect(await page(1)).toMatchObject({ ids: ["req_0", "req_1"], total: 5, has_more: true });
    expect(await page(3)).toMatchObject({ ids: ["req_4"], total: 5, has_more: false });
    expect(await page(4)).toMatchObject({ ids: [], total: 5, has_more: false });
    const until_ = "until=2026-11-09T08:00:00%2B00:00";
    expect((await viewed(`?${since}&${until_}`)).ids).toEqual(["req_2", "req_3", "req_4"]);
  });

  test("When the log returns its maximum of 1 000 events, then truncated is true", async () => {
    const event = await loggedChange();
    const times = Array.from({ length: 998 }, (_, index) => ({
      occurred_at: new Date(NOW_MS - 1_000 - index).toISOString(),
    }));
    addToLog(event, ...times.slice(1));
    expect(await viewed("?page_size=200")).toMatchObject({
      total: 999,
      truncated: false,
      has_more: true,
    });
    addToLog(event, {}, {});
    expect(await viewed("?page_size=200")).toMatchObject({ total: 1_000, truncated: true });
  });

  // @spec VIEW-12 LIM-12
  test.each([
    "?since=2026-08-23T07:59:59.999Z",
    "?since=2026-11-22T00:00:00Z",
    "?since=yesterday",
    "?until=2026-11-31T00:00:00Z",
    "?page=0",
    "?page_size=0",
    "?page_size=201",
    "?page_size=ten",
    "?type=lower",
    "?org_id=org_1",
    "?scope=1",
    "?page=1&page=2",
  ])("The query %s gets 400 invalid_field", async (query) => {
    expect(codeOf(await get(query))).toEqual([400, "invalid_field"]);
  });

  // @spec VIEW-12 LIM-12
  test("A query for 90 days with 200 events per page is allowed", async () => {
    const answer = await viewed("?since=2026-08-23T08:00:00Z&page_size=200");
    expect(answer).toMatchObject({ page_size: 200, period: expect.stringMatching(/^2026-08-23/) });
  });

  test("A request without a session is refused, even with a key, and so is another method", async () => {
    expect(codeOf(await request(one().app).get(PATH))).toEqual([401, "session_required"]);
    const byKey = await request(one().app).get(PATH).set("x-api-key", customer.apiKey);
    expect(codeOf(byKey)).toEqual([401, "session_required"]);
    const posted = await request(one().app).post(PATH).set("cookie", cookie);
    expect(codeOf(posted)).toEqual([405, "method_not_allowed"]);
  });

  describe("The source of events", () => {
    const comes = (id: string) => until("it comes", async () => (await viewed()).ids.includes(id));

    test("while the audit service lacks an event, the source is audit_service+memory_buffer", async () => {
      one().audit.takeEvents(false);
      const id = await changeAccount();
      await comes(id);
      expect(await viewed()).toMatchObject({
        source: "audit_service+memory_buffer",
        truncated: false,
      });
      one().audit.takeEvents(true);
      await logged(({ request_id }) => request_id === id);
      expect(await viewed()).toMatchObject({ source: "audit_service" });
    });

    test("when the audit service is down, the source is memory_buffer or none, without other customers' events", async () => {
      const outsider = await one().provision();
      await one().audit.close();
      const [own, other] = [await changeAccount(), await changeAccount(outsider.apiKey)];
      await comes(own);
      const answer = await viewed();
      expect(answer).toMatchObject({ source: "memory_buffer", truncated: true });
      expect(answer.ids).not.toContain(other);
      expect(await viewed("?type=KEY_REVOKED")).toMatchObject({
        ...{ source: "none", events: [], total: 0, has_more: false, truncated: true },
      });
    });
  });
});

describeWithServer("postgres", "The limit on GET /api/v1/account/audit", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ TRUST_PROXY: "1" });
  });
  afterAll(() => gateway.close());

  // @spec VIEW-11 LIM-13
  test("each session can view the audit events ten times a minute, separately from its other requests", async () => {
    const { apiKey } = await gateway.provision();
    const [first, second] = [
      await sessionOf(gateway, { api_key: apiKey }),
      await sessionOf(gateway, { api_key: apiKey }),
    ];
    const get = (cookie: string, query = "") =>
      request(gateway.app)
        .get(PATH + query)
        .set("cookie", cookie);
    for (let number = 0; number < 9; number++) expect((await get(first)).status).toBe(200);
    expect((await get(first, "?page=0")).status).toBe(400);
    const refused = await get(first);
    expect(codeOf(refused)).toEqual([429, "rate_limited"]);
    expect(refused.headers["retry-after"]).toBe(String(refused.body.retry_after_seconds));
    expect((await get(second)).status).toBe(200);
    const usage = await request(gateway.app).get("/api/v1/usage").set("cookie", first);
    expect(usage.status).toBe(200);
  });
});
