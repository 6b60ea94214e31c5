import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { checked } from "@veil/contracts/parsing";
import { AuditExportResponse } from "@veil/contracts/public/audit";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { openAccountSuite } from "../support/account-suite.ts";
import { callNatively, codeOf, finalOf, letterRequest } from "../support/native-client.ts";
import { sessionOf } from "../support/session-client.ts";

const PATH = "/api/v1/audit/export";
const NOW_MS = Date.parse("2026-11-21T08:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const parse = checked(AuditExportResponse);

describeWithServer("postgres", "GET /api/v1/audit/export", () => {
  const { gateway, one } = openAccountSuite();
  let apiKey = "";
  let customerId = "";
  beforeEach(async () => {
    one().clock.ms = NOW_MS;
    ({ apiKey, customerId } = await one().provision());
  });
  afterEach(() => {
    one().audit.respondWith(undefined);
    one().audit.takeEvents(true);
  });

  const get = (query = "", key = apiKey) =>
    request(one().app)
      .get(PATH + query)
      .set("x-api-key", key);
  async function exported(query = "", key = apiKey) {
    const response = await get(query, key);
    expect(response.status).toBe(200);
    const body = parse(response.body);
    expect(body.total_events).toBe(body.events.length);
    return {
      ...body,
      source: response.headers["x-veil-audit-source"],
      types: body.events.map(({ event_type }) => event_type),
    };
  }

  /** Makes one event at the gateway's time. */
  async function changeAccount(key = apiKey): Promise<string> {
    const response = await request(one().app)
      .put("/api/v1/account/provider-key")
      .set("x-api-key", key)
      .send({ provider_key: "sk-ant-of-the-customer" });
    expect(response.status).toBe(200);
    return String(response.headers["x-request-id"]);
  }
  const logged = (requestId: string) =>
    until("the audit service has it", () =>
      one().audit.events.find(({ request_id }) => request_id === requestId),
    );
  async function loggedChange(key = apiKey): Promise<AuditEvent> {
    return await logged(await changeAccount(key));
  }

  // @spec EXP-2 CALL-37 EVT-2 EVT-3 EVT-4 EVT-7
  test("After a call, the export has all of its events, oldest first, including those whose actor is its token", async () => {
    // Jobs have a deadline, which the database compares with its own clock.
    one().clock.ms = Date.now();
    finalOf(await callNatively(one(), apiKey, letterRequest()));
    await until("the audit service has its end", () =>
      one().audit.events.some(({ event_type }) => event_type === "PROXY_INFERENCE_COMPLETED"),
    );
    const { events, types, source, ...rest } = await exported();
    expect(rest).toMatchObject({ customer_id: customerId, tier: "pro" });
    expect(source).toBe("audit_service");
    expect(types).toEqual([
      "ACCOUNT_CREATED",
      "KEY_ISSUED",
      "PROXY_TOKEN_GENERATED",
      "PROXY_SANITIZER_APPLIED",
      "PROXY_INFERENCE_SUBMITTED",
      "PROXY_INFERENCE_COMPLETED",
    ]);
    const [, , first, , submitted] = events;
    expect(first?.actor).toBe(customerId);
    expect(submitted?.actor).toMatch(/^token:[0-9a-f]{64}$/);
    expect(submitted?.request_id).toBe(first?.request_id);
    expect(JSON.parse(submitted?.details ?? "")).toEqual({
      job_id: expect.stringMatching(/^job_/),
    });
  });

  test("Customers of the same organization have separate exports, and a customer who moves to another organization keeps the export", async () => {
    const other = await one().provision();
    const move = `update customers set org_id = (select org_id from customers where customer_id = $2)
      where customer_id = $1`;
    const before = await loggedChange(other.apiKey);
    await gateway().owner.execute(move, [other.customerId, customerId]);
    one().clock.ms += 6_000;
    const [own, after] = [await loggedChange(), await loggedChange(other.apiKey)];
    expect(after.scope).toBe(own.scope);
    expect(before.scope).not.toBe(own.scope);
    const idsOf = async (key: string) =>
      (await exported("", key)).events.map(({ request_id }) => request_id);
    expect(await idsOf(apiKey)).toEqual([own.request_id]);
    expect(await idsOf(other.apiKey)).toEqual([before.request_id, after.request_id]);
  });

  describe("The exported period", () => {
    // @spec EXP-4 LIM-10
    test("the export covers 30 days by default, and begins on the day that is that many days ago", async () => {
      const { event_type, ...event } = await loggedChange();
      const at = (iso: string) =>
        one().audit.events.push({
          ...event,
          event_type: "KEY_ISSUED",
          event_id: randomUUID(),
          occurred_at: iso,
        });
      at("2026-10-21T23:59:59.999Z");
      at("2026-10-22T00:00:00.000Z");
      at("2026-11-19T23:59:59.999Z");
      at("2026-11-20T00:00:00.000Z");
      expect(await exported()).toMatchObject({
        period: "2026-10-22 to 2026-11-21",
        types: ["KEY_ISSUED", "KEY_ISSUED", "KEY_ISSUED", event_type],
      });
      expect(await exported("?days=1")).toMatchObject({
        period: "2026-11-20 to 2026-11-21",
        types: ["KEY_ISSUED", event_type],
      });
      expect(await exported("?days=90")).toMatchObject({
        period: "2026-08-23 to 2026-11-21",
        total_events: 5,
      });
      expect((await exported("?type=KEY_ISSUED&days=90")).total_events).toBe(4);
      expect((await exported("?type=KEY_REVOKED")).events).toEqual([]);
    });

    test.each([
      "?days=0",
      "?days=91",
      "?days=-1",
      "?days=1.5",
      "?days=",
      "?days=week",
      "?days=1&days=2",
      "?type=lower",
      "?type=%00",
      "?since=2026-11-01T00:00:00Z",
    ])(
      "the query %s gets 400 invalid_field, and is not repeated in the response",
      async (query) => {
        const response = await get(query);
        expect(codeOf(response)).toEqual([400, "invalid_field"]);
        expect(response.text).not.toContain("week");
      },
    );
  });

  // @spec EXP-3 LIM-9
  test("When there are more than 1 000 events, then the export has the newest 1 000, oldest first", async () => {
    const event = await loggedChange();
    const startMs = Date.parse(event.occurred_at) - DAY_MS;
    for (let number = 0; number < 1_003; number++)
      one().audit.events.push({
        ...event,
        event_id: randomUUID(),
        request_id: `req_${number}`,
        occurred_at: new Date(startMs + number).toISOString(),
      });
    const { events, total_events } = await exported();
    expect(total_events).toBe(1_000);
    expect(events[0]?.request_id).toBe("req_4");
    expect(events[998]?.request_id).toBe("req_1002");
    expect(events[999]?.request_id).toBe(event.request_id);
  });

  test.each(["free", "pro", "enterprise"] as const)(
    "An export with a key of the tier %s, or with its session, is allowed for pro and enterprise only",
    async (tier) => {
      const keys = [
        await one().provision({ tier }),
        await one().provision({ tier, family: "gw_live" }),
      ];
      const expected = tier === "free" ? [403, "tier_insufficient"] : [200, undefined];
      for (const { apiKey: key } of keys) {
        expect(codeOf(await get("", key))).toEqual(expected);
        const cookie = await sessionOf(one(), { api_key: key });
        expect(codeOf(await request(one().app).get(PATH).set("cookie", cookie))).toEqual(expected);
      }
    },
  );

  test("An export with a developer key, without a key or with another method is refused", async () => {
    const developer = await one().provision({ family: "gw_live", developer: true });
    expect(codeOf(await get("", developer.apiKey))).toEqual([403, "tier_insufficient"]);
    expect(codeOf(await request(one().app).get(PATH))).toEqual([401, "missing_api_key"]);
    const posted = await request(one().app).post(PATH).set("x-api-key", apiKey);
    expect(codeOf(posted)).toEqual([405, "method_not_allowed"]);
  });

  describe("The source header of the export", () => {
    const ids = async () => (await exported()).events.map(({ request_id }) => request_id);

    test("When the audit service lacks an event, then the source is audit_service+memory_buffer", async () => {
      const first = await loggedChange();
      one().audit.takeEvents(false);
      const second = await changeAccount();
      await until("it comes", async () => (await ids()).includes(second));
      expect(await exported()).toMatchObject({ source: "audit_service+memory_buffer" });
      expect(await ids()).toEqual([first.request_id, second]);
      one().audit.takeEvents(true);
      await logged(second);
      expect(await exported()).toMatchObject({ source: "audit_service", total_events: 2 });
    });

    test.each<[string, Parameters<ReturnType<typeof one>["audit"]["respondWith"]>[0]]>([
      ["closes the connection", (_path, _body, res) => res.destroy()],
      ["responds 503", (_path, _body, res) => res.writeHead(503).end("{}")],
      ["returns invalid events", (_path, _body, res) => res.end('{"events":[{}]}')],
    ])("When the audit service %s, then the source is memory_buffer or none", async (_how, how) => {
      const first = await loggedChange();
      one().audit.respondWith(how);
      const second = await changeAccount();
      await until("it comes", async () => (await ids()).includes(second));
      expect(await exported()).toMatchObject({ source: "memory_buffer" });
      expect(await ids()).toEqual([first.request_id, second]);
      expect(await exported("?type=KEY_REVOKED")).toMatchObject({ source: "none", events: [] });
      expect(one().seen.log.join("")).toContain("audit_log_not_read");
    });

    test("When the audit service is down permanently, then the export still has events from memory", async () => {
      await one().audit.close();
      const first = await changeAccount();
      await until("it comes", async () => (await ids()).includes(first));
      expect(await exported()).toMatchObject({
        source: "memory_buffer",
        types: ["ACCOUNT_CHANGED"],
      });
    });
  });
});
