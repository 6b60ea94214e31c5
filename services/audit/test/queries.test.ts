import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { AuditQueryResponse } from "@veil/contracts/audit-query";
import { checked } from "@veil/contracts/parsing";
import type { Service } from "@veil/service-kit/http";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { sampleEvent, sampleEvents } from "./sample-events.ts";
import { tokenOf } from "./test-audit.ts";
import { openTestLog, type TestLog } from "./test-log.ts";

const { scope = "", subject = "" } = sampleEvent();
const QUERY = {
  by: "scope",
  owner: scope,
  since: "2026-01-01T00:00:00Z",
  until: "2026-03-01T00:00:00Z",
  limit: 250,
};
const parseResponse = checked(AuditQueryResponse);

describeWithServer("postgres", "POST /events/query", (adminUrl) => {
  let log: TestLog;
  let app: Service["app"];
  beforeAll(async () => {
    log = await openTestLog(adminUrl);
    ({ app } = log.createAudit());
    await log.store.append(sampleEvents(3));
  });
  afterAll(() => log.close());

  async function ask(change: object = {}, service: Parameters<typeof tokenOf>[0] = "edge-gateway") {
    const token = await tokenOf(service);
    return await request(app)
      .post("/events/query")
      .auth(token, { type: "bearer" })
      .send({ ...QUERY, ...change });
  }

  test.each([
    ["an organization", {}],
    ["a customer", { by: "subject", owner: subject }],
  ])(
    "When the gateway queries the events of %s, then the response follows the contract",
    async (_whose, change) => {
      const { status, body } = await ask(change);

      expect(status).toBe(200);
      expect(parseResponse(body).events).toHaveLength(3);
    },
  );

  test("When another service calls POST /events/query, then it responds 403; without a credential, it responds 401", async () => {
    expect((await ask({}, "inference-worker")).status).toBe(403);
    expect((await request(app).post("/events/query").send(QUERY)).status).toBe(401);
  });

  test.each([
    ["no owner", { owner: undefined }],
    ["another column as owner", { by: "actor" }],
    ["an owner that is not an HMAC", { owner: "%" }],
    ["a limit above 250", { limit: 251 }],
    ["no limit", { limit: undefined }],
    ["an invalid time", { since: "yesterday" }],
    ["an unknown field", { order: "asc" }],
  ])("POST /events/query refuses a query with %s", async (_what, change) => {
    const { status, body } = await ask(change);

    expect(status).toBe(400);
    expect(body.error).toMatch(/^(invalid|missing)_field$/);
  });
});
