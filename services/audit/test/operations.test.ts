import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { vkeyText } from "@veil/veil/log";
import request from "supertest";
import type { EventStore } from "../src/ports.ts";
import { sampleEvent, sampleEvents } from "./sample-events.ts";
import { logKey, messageOf, post } from "./test-audit.ts";
import { openTestLog, type TestLog } from "./test-log.ts";

describeWithServer("postgres", "The operator's port", (adminUrl) => {
  let log: TestLog;
  beforeAll(async () => {
    log = await openTestLog(adminUrl);
  });
  afterAll(() => log.close());

  const healthy = {};
  const unreachable: Partial<EventStore> = {
    head: () => Promise.reject(new Error("down")),
    protection: () => Promise.reject(new Error("down")),
  };

  async function opsAppOn(change: Partial<EventStore>, transport: "up" | "down" = "up") {
    const audit = log.createAudit({}, change);
    if (transport === "up") await audit.start();
    return audit.opsApp;
  }

  describe("/ready", () => {
    test("When the database and the transport respond, then GET /ready responds 200", async () => {
      expect((await request(await opsAppOn(healthy)).get("/ready")).status).toBe(200);
    });

    test.each([
      ["database", unreachable, "up"],
      ["transport", healthy, "down"],
    ] as const)(
      "When the %s is down, then GET /ready responds 503 with its name, and GET /health still responds 200",
      async (name, change, state) => {
        const app = await opsAppOn(change, state);
        const response = await request(app).get("/ready");

        expect(response.status).toBe(503);
        expect(response.body.checks).toContainEqual({ name, ok: false });
        expect((await request(app).get("/health")).status).toBe(200);
      },
    );
  });

  describe("/invariant", () => {
    test("When the database protects the log, then GET /invariant returns append_only: enforced and the chain's head", async () => {
      await log.store.append(sampleEvents(2));

      const { body } = await request(await opsAppOn(healthy)).get("/invariant");

      expect(body).toMatchObject({ append_only: "enforced", head: { seq: 2 } });
    });

    test.each([
      ["the service's role may rewrite the log", { roleMayRewrite: true, triggersArmed: true }],
      ["a trigger is disabled", { roleMayRewrite: false, triggersArmed: false }],
    ])("When %s, then GET /invariant returns append_only: broken", async (_case, protection) => {
      const opsApp = await opsAppOn({ protection: async () => protection });

      expect((await request(opsApp).get("/invariant")).body.append_only).toBe("broken");
    });

    test("When the database does not respond, then GET /invariant returns append_only: unverified", async () => {
      const { body } = await request(await opsAppOn(unreachable)).get("/invariant");

      expect(body).toEqual({
        ...{ service: "audit", append_only: "unverified" },
        log: { origin: "veil-gateway/audit", key: vkeyText(logKey), witnesses: [] },
      });
    });
  });

  test("GET /metrics returns the numbers of appended events, and of refused events and poisoned messages by reason", async () => {
    const { app, opsApp, start } = log.createAudit();
    await start();
    await post(app, messageOf(...sampleEvents(3)));
    await post(app, messageOf(sampleEvent({ payload: { model: "\u0000" } })));
    await post(app, "forged");

    const { text } = await request(opsApp).get("/metrics");

    expect(text).toContain('veil_audit_events_appended_total{service="audit"} 3');
    expect(text).toMatch(/veil_audit_events_refused_total{.*reason="text".*} 1/);
    expect(text).toMatch(/veil_audit_messages_poisoned_total{.*reason="signature".*} 1/);
  });
});
