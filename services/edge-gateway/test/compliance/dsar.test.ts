import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { SubjectRequestResult } from "@veil/contracts/public/compliance/dsar";
import { hmacSha256 } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { HELD } from "../../src/modules/compliance/adapters/postgres-held-data.ts";
import { bindKey } from "../support/changes.ts";
import { callNatively, codeOf, finalOf, letterRequest } from "../support/native-client.ts";
import { postWith, sessionOf } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const DSAR = "/api/v1/compliance/dsar";
const LISTS = "/api/v1/account/entity-lists";
const VALUE = { kind: "value", value: "Ann Weber" };

let gateway: TestGateway;
let apiKey = "";
let customerId = "";
let keyId = "";
/**
 * What happens when the end of a request is to be stored: the process dies, or another process has
 * changed the request.
 */
let atTheEnd: "died" | "changed" | undefined;
beforeAll(async () => {
  const limits = { COMPLIANCE_CALLS_PER_MINUTE: "1000000" };
  gateway = await startTestGateway(limits, {
    stores: ({ subjectRequests, ...stores }) => ({
      ...stores,
      subjectRequests: {
        ...subjectRequests,
        async step(customer, before, after, event) {
          if (after.endedAt !== null && atTheEnd === "died") throw new Error(atTheEnd);
          if (after.endedAt !== null && atTheEnd === "changed") return false;
          return await subjectRequests.step(customer, before, after, event);
        },
      },
    }),
  });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  ({ apiKey, customerId, keyId } = await gateway.provision());
});

const on = (key = apiKey) => ({
  get: (path: string) => request(gateway.app).get(path).set("x-api-key", key),
  post: (path: string, body: object) =>
    request(gateway.app).post(path).set("x-api-key", key).send(body),
  patch: (id: string, body: object) =>
    request(gateway.app).patch(`${DSAR}/${id}`).set("x-api-key", key).send(body),
});
const parse = checked(SubjectRequestResult);
async function received(subject_request_type: string, subject: object, key = apiKey) {
  const { status, body } = await on(key).post(DSAR, { subject_request_type, subject });
  expect([status, body]).toEqual([201, expect.anything()]);
  return parse(body);
}
async function step(id: string, body: object, key = apiKey) {
  const reply = await on(key).patch(id, body);
  expect([reply.status, reply.body]).toEqual([200, expect.anything()]);
  return parse(reply.body);
}
const listOf = async (...values: string[]): Promise<string> => {
  const entries = values.map((value) => ({ value }));
  const { body } = await on().post(LISTS, { kind: "deny", entries });
  return body.list_id;
};
/** Makes a call whose map stays stored. */
async function jobOf(): Promise<string> {
  const headers = { "idempotency-key": "k-1" };
  return finalOf(await callNatively(gateway, apiKey, letterRequest(), headers)).compliance_trace
    .job_id;
}
const foundIn = ({ searched = [] }: SubjectRequestResult) =>
  Object.fromEntries(searched.map(({ place, found }) => [place, found]));

describeWithServer("postgres", "Requests of data subjects", () => {
  test("A value is found in lists and maps, and its erasure removes entries and jobs only when the request is completed", async () => {
    const [mixed, only, other] = [
      await listOf("Dr. Ann Weber", "Projekt Falke"),
      await listOf("ann  weber"),
      await listOf("Weberei"),
    ];
    const job = await jobOf();
    const made = await received("erasure", VALUE);
    expect(made.request_status).toBe("pending");
    const before = foundIn(made);
    expect(before["entity_lists"]?.toSorted()).toEqual([mixed, only].toSorted());
    expect(before["relink_maps"]).toEqual([job]);
    const id = made.subject_request_id;
    expect(codeOf(await on().patch(id, { request_status: "completed" }))).toEqual([
      ...[400, "invalid_field"],
    ]);
    await step(id, { request_status: "in_progress" });
    expect((await on().get(`${LISTS}/${only}`)).status).toBe(200);
    const ended = await step(id, { request_status: "completed" });
    expect([ended.request_status, ended.subject]).toEqual(["completed", { kind: "value" }]);
    expect((await on().get(`${LISTS}/${mixed}`)).body).toMatchObject({
      version: 2,
      entry_count: 1,
    });
    expect((await on().get(`${LISTS}/${only}`)).status).toBe(404);
    expect((await on().get(`${LISTS}/${other}`)).body).toMatchObject({ version: 1 });
    expect((await on().get(`/api/v1/proxy/jobs/${job}`)).status).toBe(404);
    expect(foundIn(await received("erasure", VALUE))).toEqual({
      ...{ entity_lists: [], relink_maps: [], answers: [] },
    });
  });

  // @spec END-3
  test("An erasure that died or lost a race after it had erased is repeated: the request ends, and nothing is found again", async () => {
    await listOf("Ann Weber");
    await jobOf();
    const { subject_request_id: id } = await received("erasure", VALUE);
    await step(id, { request_status: "in_progress" });
    const completed = { request_status: "completed" };
    atTheEnd = "died";
    expect((await on().patch(id, completed)).status).toBe(500);
    atTheEnd = "changed";
    expect(codeOf(await on().patch(id, completed))).toEqual([503, "server_busy"]);
    atTheEnd = undefined;
    expect((await on().get(`${DSAR}/${id}`)).body.request_status).toBe("in_progress");
    const ended = await step(id, completed);
    expect([ended.request_status, foundIn(ended)]).toEqual([
      "completed",
      { entity_lists: [], relink_maps: [], answers: [] },
    ]);
  });

  test("While a request is open its value is stored sealed; afterwards only its opening proves the value", async () => {
    const made = await received("access", { kind: "value", value: "Zebulon Quist" });
    const id = made.subject_request_id;
    expect((await on().get(`${DSAR}/${id}`)).body.subject.value).toBe("Zebulon Quist");
    expect((await gateway.database.dump()).join()).not.toContain("Zebulon");
    await step(id, { request_status: "cancelled", reason: "no_match" });
    const { body } = await on().get(`${DSAR}/${id}`);
    expect(body).toMatchObject({ reason: "no_match", remedy: expect.stringContaining("Art. 77") });
    expect(body.subject).toEqual({ kind: "value" });
    expect(body.opening).toBeUndefined();
    const opening = Buffer.from(made.opening ?? "", "base64url");
    expect(hmacSha256(opening, "Zebulon Quist").toString("hex")).toBe(body.commitment);
    const events = await gateway.events();
    const own = events.filter(({ event_type }) => event_type.startsWith("COMPLIANCE_REQUEST_"));
    expect(own.map(({ payload }) => payload["request_status"])).toEqual(
      expect.arrayContaining(["pending", "cancelled"]),
    );
    expect(JSON.stringify(events)).not.toContain("Zebulon");
  });

  test("The value goes to the sanitiser without the customer's id, and to no other service", async () => {
    await listOf("Zebulon Quist");
    for (const seen of Object.values(gateway.seen)) seen.length = 0;
    await received("access", { kind: "value", value: "Zebulon Quist" });
    const { sanitiser, ...others } = gateway.seen;
    expect(JSON.stringify(sanitiser)).toContain("Zebulon");
    expect(JSON.stringify(sanitiser)).not.toContain(customerId);
    expect(JSON.stringify(others)).not.toContain("Zebulon");
  });

  test("Maps that another key seals are not searched, and the response says so", async () => {
    await jobOf();
    const issued = await on().post("/api/v1/account/keys", {});
    const made = await received("access", VALUE, issued.body.api_key);
    expect(foundIn(made)["relink_maps"]).toEqual([]);
    expect(made.not_searched).toContainEqual({
      place: "relink_maps_and_answers",
      reason: expect.stringContaining("1 calls of other API keys"),
    });
  });

  test("Maps that a session seals are not searched, also not with the key that started it, and the response says so", async () => {
    const cookie = await sessionOf(gateway, { api_key: apiKey });
    const called = postWith(gateway, cookie, "/api/v1/proxy/messages", letterRequest());
    expect(finalOf(await called.set("idempotency-key", "k-1")).relinked).toBe(true);
    const made = await received("access", VALUE);
    expect(made.searched).toContainEqual({ place: "relink_maps", searched: 0, found: [] });
    expect(made.not_searched).toContainEqual({
      place: "relink_maps_and_answers",
      reason: expect.stringContaining("1 calls of other API keys or of the portal"),
    });
  });

  test("Access returns a row of every table with the customer's rows, and portability only what the customer has given", async () => {
    await listOf("Projekt Falke");
    const { data, request_status } = await received("access", { kind: "customer" });
    expect(request_status).toBe("completed");
    const tables = await gateway.database.owner.query<{ table_name: string }>(
      `select table_name from information_schema.columns
       where table_schema = 'public' and column_name = 'customer_id'`,
    );
    const named = data?.stored.map(({ table }) => table).toSorted();
    expect(named).toEqual(tables.map(({ table_name }) => table_name).toSorted());
    expect(named).toEqual(Object.keys(HELD).toSorted());
    const lists = data?.stored.find(({ table }) => table === "entity_lists");
    expect(lists).toMatchObject({ rows: [{ entry_count: 1 }], not_shown: ["box"], more: 0 });
    expect(JSON.stringify(data)).not.toMatch(/"\\\\x[0-9a-f]{8}/);
    const given = await received("portability", { kind: "customer" });
    expect(given.data).toMatchObject({
      given: { account: { customer_id: customerId } },
      stored: [],
    });
  });

  test("The erasure of the customer needs the customer's id, happens once, and leaves the request without the customer", async () => {
    const open = await received("access", VALUE);
    const made = await received("erasure", { kind: "customer" });
    expect(made.erases).toContain("salt");
    expect(made.kept?.map(({ what }) => what)).toContain("email_tombstone");
    const id = made.subject_request_id;
    const completed = { request_status: "completed" };
    expect(codeOf(await on().patch(id, completed))).toEqual([400, "invalid_field"]);
    expect((await on().get("/api/v1/account")).status).toBe(200);
    const ended = await step(id, { ...completed, confirm: customerId });
    expect(ended.request_status).toBe("completed");
    expect(codeOf(await on().patch(id, { ...completed, confirm: customerId }))).toEqual([
      ...[401, "invalid_api_key"],
    ]);
    const rows = await gateway.database.owner.query(
      `select request_id, customer_id, status, value_sealed from subject_requests
       where request_id = any($1) order by status`,
      [[id, open.subject_request_id]],
    );
    expect(rows).toEqual([
      ...[{ request_id: open.subject_request_id, status: "cancelled" }].map(withoutTrace),
      ...[{ request_id: id, status: "completed" }].map(withoutTrace),
    ]);
  });

  test("A request can be extended once, by two months, and lists page from the newest", async () => {
    const submitted_time = "2026-01-31T10:00:00Z";
    const { body } = await on().post(DSAR, {
      ...{ subject_request_type: "access", subject: VALUE, submitted_time },
    });
    expect(body.expected_completion_time).toBe("2026-02-28T10:00:00.000Z");
    const second = await received("access", VALUE);
    const id = second.subject_request_id;
    const extended = await step(id, { extension: "complexity" });
    expect(extended.extension).toBe("complexity");
    expect(codeOf(await on().patch(id, { extension: "complexity" }))).toEqual([
      ...[400, "invalid_field"],
    ]);
    const first = await on().get(`${DSAR}?limit=1`);
    expect(first.body.requests).toMatchObject([{ subject_request_id: id }]);
    const next = await on().get(`${DSAR}?limit=1&cursor=${first.body.next_cursor}`);
    expect(next.body.requests).toMatchObject([{ subject_request_id: body.subject_request_id }]);
  });

  test("When the sanitiser does not respond, then the request is not recorded, and an open one is not completed", async () => {
    await listOf("Ann Weber");
    const { subject_request_id: id } = await received("erasure", VALUE);
    await step(id, { request_status: "in_progress" });
    const other = await gateway.replica({ SANITISER_URL: "http://127.0.0.1:1" });
    const key = { "x-api-key": apiKey };
    const input = { subject_request_type: "erasure", subject: VALUE };
    const completed = { request_status: "completed" };
    for (const call of [
      request(other.app).post(DSAR).set(key).send(input),
      request(other.app).patch(`${DSAR}/${id}`).set(key).send(completed),
    ])
      expect(codeOf(await call)).toEqual([503, "sanitizer_unavailable"]);
    await other.close();
    const { body } = await on().get(DSAR);
    expect(body.requests).toMatchObject([{ request_status: "in_progress" }]);
    expect((await step(id, completed)).request_status).toBe("completed");
  });

  test("A key whose policy forbids to change lists erases nothing, and the request stays open", async () => {
    const list = await listOf("Ann Weber");
    await bindKey(gateway.stores.apiKeys, keyId, {});
    const { subject_request_id: id } = await received("erasure", VALUE);
    await step(id, { request_status: "in_progress" });
    expect(codeOf(await on().patch(id, { request_status: "completed" }))).toEqual([
      ...[403, "key_policy_forbids"],
    ]);
    expect((await on().get(`${LISTS}/${list}`)).status).toBe(200);
    expect((await on().get(`${DSAR}/${id}`)).body.request_status).toBe("in_progress");
  });

  test("Another customer's request, a future time and a value of spaces are refused", async () => {
    const { subject_request_id } = await received("access", VALUE);
    const other = (await gateway.provision()).apiKey;
    expect(codeOf(await on(other).get(`${DSAR}/${subject_request_id}`))).toEqual([
      404,
      "not_found",
    ]);
    for (const body of [
      { subject_request_type: "access", subject: VALUE, submitted_time: "2999-01-01T00:00:00Z" },
      { subject_request_type: "access", subject: { kind: "value", value: "  " } },
    ])
      expect(codeOf(await on().post(DSAR, body))).toEqual([400, "invalid_field"]);
  });
});

const withoutTrace = (row: object) => ({ ...row, customer_id: null, value_sealed: null });
