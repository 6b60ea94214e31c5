import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import {
  AdminExposureResponse,
  ExposureResponse,
} from "@veil/contracts/public/compliance/exposure";
import {
  type ProcessingActivity,
  ProcessingRecordResponse,
} from "@veil/contracts/public/compliance/record";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { callNatively, codeOf, finalOf, letterRequest } from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const RECORD = "/api/v1/compliance/processing-record";
const EXPOSURE = "/api/v1/compliance/exposure";
const ADMIN_KEY = "a".repeat(40);
const SINCE = "2026-01-01T00:00:00Z";

let gateway: TestGateway;
let apiKey = "";
let customerId = "";
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ COMPLIANCE_CALLS_PER_MINUTE: "1000000", ADMIN_KEYS: ADMIN_KEY },
    ...{ PROVIDER_REGIONS: "anthropic=US" },
  });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  ({ apiKey, customerId } = await gateway.provision());
  for (const seen of Object.values(gateway.seen)) seen.length = 0;
});

const get = (path: string, key = apiKey) => request(gateway.app).get(path).set("x-api-key", key);
const put = (activity: string, body: object, key = apiKey) =>
  request(gateway.app).put(`${RECORD}/${activity}`).set("x-api-key", key).send(body);
const call = (activity_id?: string) =>
  callNatively(gateway, apiKey, letterRequest({ ...(activity_id && { activity_id }) }));
const sdkCall = (activity: string, content = "Write to ann.weber@example.org") =>
  request(gateway.app)
    .post("/v1/messages")
    .set({ "x-api-key": apiKey, "x-upstream-key": "sk-ant-k", "x-veil-activity": activity })
    .send({ model: "m-1", max_tokens: 10, messages: [{ role: "user", content }] });

async function activities(): Promise<ReadonlyMap<string | null, ProcessingActivity>> {
  const { status, body } = await get(RECORD);
  expect(status).toBe(200);
  const record = checked(ProcessingRecordResponse)(body);
  return new Map(record.activities.map((activity) => [activity.activity_id, activity]));
}

describeWithServer("postgres", "The processing record", () => {
  test("Native and SDK calls are counted by their activity, with what was found and the provider", async () => {
    finalOf(await call("claims-triage"));
    finalOf(await call());
    expect((await sdkCall("claims-triage")).status).toBe(200);
    const record = await activities();
    expect(record.get("claims-triage")).toMatchObject({ calls: 2 });
    expect(record.get(null)).toMatchObject({ calls: 1 });
    const types = record.get("claims-triage")?.categories.map(({ type }) => type);
    expect(types).toContain("EMAIL");
    const recipients = record.get("claims-triage")?.recipients ?? [];
    expect(recipients.reduce((sum, { calls }) => sum + calls, 0)).toBe(2);
  });

  test("No other service, event, log line or trace contains the name of an activity", async () => {
    const answer = finalOf(await call("zebra-triage"));
    expect((await sdkCall("zebra-triage")).status).toBe(200);
    await until("the log has the end of the calls", () => gateway.audit.events.length > 5);
    expect(
      JSON.stringify([gateway.seen.bridge, gateway.seen.worker, gateway.seen.messages]),
    ).not.toContain("zebra");
    expect(JSON.stringify(await gateway.events())).not.toContain("zebra");
    expect(gateway.seen.log.join()).not.toContain("zebra");
    expect(JSON.stringify(answer)).not.toContain("zebra");
    const { text } = await request(gateway.opsApp).get("/metrics");
    expect(text).not.toContain("zebra");
  });

  test.each(["ann weber", "a/b", "ü", "_", "x".repeat(65)])(
    "A call with the activity %j gets 400 invalid_field, and is not counted",
    async (activity) => {
      expect(codeOf(await call(activity))).toEqual([400, "invalid_field"]);
      expect((await activities()).get(null)?.calls).toBe(0);
    },
  );

  test("A call whose activity names a person gets 400 invalid_field, and the error does not repeat it", async () => {
    for (const sent of [call("Ann.Weber"), sdkCall("Ann-Weber")]) {
      const { status, text } = await sent;
      expect([status, text.includes("Weber")]).toEqual([400, false]);
    }
    expect((await activities()).size).toBe(1);
  });

  // @spec END-3
  test("When the sanitiser does not respond, then a call or an input with a new activity gets 503 sanitizer_unavailable", async () => {
    gateway.sanitiser.answerWith((res) => res.writeHead(500).end("{}"));
    const refused = [
      codeOf(await call("new-activity")),
      codeOf(await put("new-activity", { purposes: "p" })),
    ];
    gateway.sanitiser.answerWith(undefined);
    expect(refused).toEqual(Array(2).fill([503, "sanitizer_unavailable"]));
    expect((await activities()).has("new-activity")).toBe(false);
  });

  test("What the customer fills in is stored sealed in versions, shown in every format, and recorded without its content", async () => {
    const first = await put("claims-triage", { purposes: "Zebra purpose" });
    expect([first.status, first.body.version]).toEqual([200, 1]);
    const second = await put("claims-triage", { purposes: "Zebra purpose", legal_basis: "Art. 6" });
    expect(second.body).toMatchObject({ activity_id: "claims-triage", version: 2 });
    const { fields = [], version } = (await activities()).get("claims-triage") ?? {};
    expect(version).toBe(2);
    expect(fields.filter(({ state }) => state === "input").map(({ name }) => name)).toEqual([
      ...["purposes", "legal_basis"],
    ]);
    for (const [format, type] of [
      ["csv", "text/csv"],
      ["jsonld", "application/ld+json"],
      ["html", "text/html"],
    ]) {
      const { status, text, headers } = await get(`${RECORD}?format=${format}`);
      expect([status, headers["content-type"]?.split(";")[0]]).toEqual([200, type]);
      expect(text).toContain("Zebra purpose");
    }
    const events = (await gateway.events()).filter(
      ({ event_type }) => event_type === "COMPLIANCE_RECORD_CHANGED",
    );
    expect(events.map(({ payload }) => payload)).toEqual([
      { changed_fields: "purposes" },
      { changed_fields: "purposes,legal_basis" },
    ]);
    expect((await gateway.database.dump()).join()).not.toContain("Zebra");
  });

  test("Two changes at once get two versions", async () => {
    const answers = await Promise.all([1, 2, 3].map((at) => put("_", { purposes: `p${at}` })));
    expect(answers.map(({ body }) => body.version).toSorted()).toEqual([1, 2, 3]);
  });

  test("A customer does not see the activities, inputs or counts of another customer", async () => {
    finalOf(await call("own-activity"));
    await put("own-activity", { purposes: "own purpose" });
    const other = (await gateway.provision()).apiKey;
    const { text } = await get(RECORD, other);
    expect(text).not.toMatch(/own-activity|own purpose/);
  });

  test("With the account, its activities, inputs and counts are deleted", async () => {
    finalOf(await call("own-activity"));
    await put("own-activity", { purposes: "p" });
    await get(RECORD);
    const deletion = await request(gateway.app)
      .delete("/api/v1/account")
      .set("x-api-key", apiKey)
      .send({ confirm: customerId });
    expect(deletion.status).toBe(200);
    for (const table of ["activities", "call_tallies", "compliance_inputs"])
      expect(
        await gateway.database.owner.query(`select from ${table} where customer_id = $1`, [
          customerId,
        ]),
      ).toEqual([]);
  });

  test.each([
    [`${RECORD}?since=2026-02-01&until=2026-01-01`],
    [`${RECORD}?since=yesterday`],
    [`${RECORD}?format=xml`],
    [`${EXPOSURE}?since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z`],
    [`${EXPOSURE}?since=2026-01-01T00:00:00Z&until=2026-11-01T00:00:00Z`],
  ])("GET %s gets 400 invalid_field", async (path) => {
    expect(codeOf(await get(path))).toEqual([400, "invalid_field"]);
  });
});

describeWithServer("postgres", "The exposure", () => {
  const recent = () => new Date(Date.now() - 60_000).toISOString();

  test("Calls of the window are shown with their key, and the numbers include calls of the last seconds", async () => {
    finalOf(await call("claims-triage"));
    const { status, body } = await get(`${EXPOSURE}?since=${recent()}`);
    expect(status).toBe(200);
    const exposure = checked(ExposureResponse)(body);
    expect(exposure.calls).toBe(1);
    expect(exposure.keys).toEqual([{ name: apiKey.slice(4, 12), count: 1 }]);
    expect(exposure.spans.length).toBeGreaterThan(0);
    expect(exposure.services.map(({ service }) => service)).toContain("bridge");
    const { text } = await get(`${EXPOSURE}?since=${recent()}&format=csv`);
    expect(text).toContain("since,until,section,name,value\r\n");
  });

  test("Another customer's calls are not shown, and an operator gets counts of both without ids of keys", async () => {
    finalOf(await call());
    const other = await gateway.provision();
    const { body } = await get(`${EXPOSURE}?since=${recent()}`, other.apiKey);
    expect(body.calls).toBe(0);
    const admin = await request(gateway.app)
      .get(`/api/v1/admin/exposure?since=${recent()}`)
      .set("x-admin-key", ADMIN_KEY);
    expect(admin.status).toBe(200);
    const { customers } = checked(AdminExposureResponse)(admin.body);
    expect(customers).toContainEqual(
      expect.objectContaining({ customer_id: customerId, calls: 1 }),
    );
    expect(admin.text).not.toContain(apiKey.slice(4, 12));
  });

  test("A window in the past without calls is empty, and without since the request gets 400 missing_field", async () => {
    const { body } = await get(`${EXPOSURE}?since=${SINCE}&until=2026-01-02T00:00:00Z`);
    expect(body.calls).toBe(0);
    expect(codeOf(await get(EXPOSURE))).toEqual([400, "missing_field"]);
  });
});
