import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { AuditVerification } from "@veil/contracts/audit-verification";
import { checked } from "@veil/contracts/parsing";
import type { Service } from "@veil/service-kit/http";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { sampleEvents } from "./sample-events.ts";
import { tokenOf } from "./test-audit.ts";
import { openTestLog, type TestLog } from "./test-log.ts";

const parseResponse = checked(AuditVerification);

describeWithServer("postgres", "POST /events/verify", (adminUrl) => {
  let log: TestLog;
  let app: Service["app"];
  beforeAll(async () => {
    log = await openTestLog(adminUrl);
    ({ app } = log.createAudit());
    await log.store.append(sampleEvents(5));
  });
  afterAll(() => log.close());

  async function ask(body: object, service: Parameters<typeof tokenOf>[0] = "edge-gateway") {
    const token = await tokenOf(service);
    return await request(app).post("/events/verify").auth(token, { type: "bearer" }).send(body);
  }

  test("When the newest events are intact, then POST /events/verify returns the verified range as intact", async () => {
    const { status, body } = await ask({ newest: 2 });
    expect(status).toBe(200);
    expect(parseResponse(body)).toEqual({ status: "intact", first_seq: 4, last_seq: 5 });
  });

  test("When another service calls POST /events/verify, then it responds 403; without a credential, it responds 401", async () => {
    expect((await ask({ newest: 1 }, "inference-worker")).status).toBe(403);
    expect((await request(app).post("/events/verify").send({ newest: 1 })).status).toBe(401);
  });

  test.each([0, 10_001, 1.5, "1"])(
    "When the number of events is %p, then POST /events/verify responds 400",
    async (newest) => {
      expect((await ask({ newest })).status).toBe(400);
    },
  );
});
