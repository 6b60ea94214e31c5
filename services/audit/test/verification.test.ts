import { beforeAll, describe, expect, test } from "@jest/globals";
import { AuditVerification } from "@veil/contracts/audit-verification";
import { checked } from "@veil/contracts/parsing";
import request from "supertest";
import { createMemoryEventStore } from "./memory-event-store.ts";
import { sampleEvents } from "./sample-events.ts";
import { createTestAudit, tokenOf } from "./test-audit.ts";

const parseResponse = checked(AuditVerification);

describe("POST /events/verify", () => {
  const store = createMemoryEventStore();
  const { app } = createTestAudit(store);
  beforeAll(() => store.append(sampleEvents(5)));

  async function ask(body: object, service: Parameters<typeof tokenOf>[0] = "edge-gateway") {
    const token = await tokenOf(service);
    return await request(app).post("/events/verify").auth(token, { type: "bearer" }).send(body);
  }

  test("The gateway learns what was verified, and that it is intact", async () => {
    const { status, body } = await ask({ newest: 2 });
    expect(status).toBe(200);
    expect(parseResponse(body)).toEqual({ status: "intact", first_seq: 4, last_seq: 5 });
  });

  test("When another service asks, then 403; without a credential 401", async () => {
    expect((await ask({ newest: 1 }, "inference-worker")).status).toBe(403);
    expect((await request(app).post("/events/verify").send({ newest: 1 })).status).toBe(401);
  });

  test.each([0, 10_001, 1.5, "1"])("A number such as %p is 400", async (newest) => {
    expect((await ask({ newest })).status).toBe(400);
  });
});
