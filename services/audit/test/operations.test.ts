import { describe, expect, test } from "@jest/globals";
import { createOpsApp } from "@veil/http-kit";
import { createMetrics, silentLogger } from "@veil/telemetry";
import request from "supertest";
import { createAuditMetrics } from "../src/metrics.ts";
import { checkReady, describeInvariant } from "../src/operations.ts";
import type { EventStore } from "../src/ports.ts";
import { createMemoryEventStore } from "./memory-event-store.ts";
import { sampleEvents } from "./sample-events.ts";

const healthy = createMemoryEventStore();
const unreachable: EventStore = {
  ...healthy,
  head: () => Promise.reject(new Error("down")),
  protection: () => Promise.reject(new Error("down")),
};

function opsApp(
  store: EventStore,
  transport: "up" | "down" = "up",
  metrics = createMetrics("audit"),
) {
  return createOpsApp({
    service: "audit",
    metrics,
    log: silentLogger,
    ready: () => checkReady(store, { state: () => transport }),
    invariant: () => describeInvariant(store),
  });
}

describe("/ready", () => {
  test("When database and transport answer, then 200", async () => {
    expect((await request(opsApp(healthy)).get("/ready")).status).toBe(200);
  });

  test.each([
    ["database", unreachable, "up"],
    ["transport", healthy, "down"],
  ] as const)(
    "When the %s is down, then 503 names it, and /health stays 200",
    async (name, store, state) => {
      const app = opsApp(store, state);
      const response = await request(app).get("/ready");

      expect(response.status).toBe(503);
      expect(response.body.checks).toContainEqual({ name, ok: false });
      expect((await request(app).get("/health")).status).toBe(200);
    },
  );
});

describe("/invariant", () => {
  test("When the database protects the log, then it says so, with the chain's head", async () => {
    const store = createMemoryEventStore();
    await store.append(sampleEvents(2));

    const { body } = await request(opsApp(store)).get("/invariant");

    expect(body).toMatchObject({ append_only: "enforced", head: { seq: 2 } });
  });

  test.each([
    ["the service's role may rewrite it", { roleMayRewrite: true, triggersArmed: true }],
    ["a trigger is off", { roleMayRewrite: false, triggersArmed: false }],
  ])("When %s, then append-only is reported as broken", async (_case, protection) => {
    const store = { ...healthy, protection: async () => protection };

    expect((await request(opsApp(store)).get("/invariant")).body.append_only).toBe("broken");
  });

  test("When the database does not answer, then nothing is claimed", async () => {
    const { body } = await request(opsApp(unreachable)).get("/invariant");

    expect(body).toEqual({ service: "audit", append_only: "unverified" });
  });
});

test("/metrics counts appended events, refused ones and poisoned messages, by reason", async () => {
  const metrics = createMetrics("audit");
  const { onAppended, onPoisoned, onRefused } = createAuditMetrics(metrics);
  onAppended(3);
  onPoisoned("signature");
  onRefused("text");

  const { text } = await request(opsApp(healthy, "up", metrics)).get("/metrics");

  expect(text).toContain('veil_audit_events_appended_total{service="audit"} 3');
  expect(text).toMatch(/veil_audit_events_refused_total{.*reason="text".*} 1/);
  expect(text).toMatch(/veil_audit_messages_poisoned_total{.*reason="signature".*} 1/);
});
