import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { CnilPia, DpiaChangesResponse, DpiaResponse } from "@veil/contracts/public/compliance/dpia";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { codeOf } from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const DPIA = "/api/v1/compliance/dpia";
const RECORD = "/api/v1/compliance/processing-record";

let gateway: TestGateway;
let apiKey = "";
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ COMPLIANCE_CALLS_PER_MINUTE: "1000000", COMPLIANCE_INTERVAL_MS: "100" },
  });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  ({ apiKey } = await gateway.provision());
  gateway.worker.sendTo(undefined);
});

const get = (query = "", key = apiKey) =>
  request(gateway.app)
    .get(DPIA + query)
    .set("x-api-key", key);
const put = (field: string, body: object, key = apiKey) =>
  request(gateway.app).put(`${DPIA}/${field}`).set("x-api-key", key).send(body);
async function fieldOf(id: string, key = apiKey) {
  const { sections } = checked(DpiaResponse)((await get("", key)).body);
  return sections.flatMap(({ fields }) => fields).find((field) => field.id === id);
}

describeWithServer("postgres", "GET /api/v1/compliance/dpia", () => {
  test("What a customer fills in is stored sealed in versions, shown to this customer only, and recorded without its content", async () => {
    expect((await fieldOf("1.1.b"))?.state).toBe("open");
    expect((await put("1.1.b", { text: "Zebra letters" })).body).toMatchObject({
      ...{ field: "1.1.b", version: 1 },
    });
    expect((await put("1.1.b", { text: "Zebra letters, again" })).body.version).toBe(2);
    expect(await fieldOf("1.1.b")).toMatchObject({
      ...{ state: "input", text: ["Zebra letters, again"] },
    });
    const other = (await gateway.provision()).apiKey;
    expect((await fieldOf("1.1.b", other))?.state).toBe("open");
    expect((await gateway.database.dump()).join()).not.toContain("Zebra");
    const events = (await gateway.events()).filter(
      ({ event_type }) => event_type === "COMPLIANCE_DPIA_CHANGED",
    );
    expect(events.map(({ payload }) => payload)).toEqual(
      Array(2).fill({ changed_fields: "1.1.b" }),
    );
  });

  test("The assessment is also a page in both languages, and a file for the tool of the CNIL", async () => {
    for (const [language, title] of [
      ["en", "Data protection impact assessment"],
      ["de", "Datenschutz-Folgenabschätzung"],
    ]) {
      const { text, headers } = await get(`?format=html&language=${language}`);
      expect(headers["content-type"]).toMatch(/^text\/html/);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(text).toContain(`<h1>${title}</h1>`);
    }
    checked(CnilPia)((await get("?format=cnil-pia")).body);
  });

  test("When the worker does not respond, then no assessment and no record omits the providers: both get 503", async () => {
    const other = await gateway.replica({ WORKER_URL: "http://127.0.0.1:1" });
    for (const path of [DPIA, `${DPIA}/changes?since=0.0.0`, RECORD])
      expect(codeOf(await request(other.app).get(path).set("x-api-key", apiKey))).toEqual([
        ...[503, "inference_service_unavailable"],
      ]);
    await other.close();
  });

  test("A field that is a fact, or does not exist, cannot be filled in", async () => {
    for (const field of ["0.2", "4.2", "9.9", "x"])
      expect(codeOf(await put(field, { text: "t" }))).toEqual([404, "not_found"]);
    expect(codeOf(await put("1.1.b", {}))).toEqual([400, "missing_field"]);
    expect(codeOf(await put("1.1.b", { text: "" }))).toEqual([400, "invalid_field"]);
  });

  // @spec END-3
  test("Changes of the deployment since a release are listed, and an unknown release gets 404 not_found", async () => {
    const { release } = checked(DpiaResponse)((await get()).body);
    const changesSince = (since: string) => get(`/changes?since=${since}`);
    expect(codeOf(await changesSince("0.0.0"))).toEqual([404, "not_found"]);
    const insert = `insert into release_facts (release, facts, recorded_at)
      select '0.0.1', facts, recorded_at from release_facts where release = $1`;
    await gateway.database.owner.execute(insert, [release]);
    gateway.worker.sendTo([{ name: "other", host: "llm.example", encrypted: true }]);
    // The list of providers is read again after a moment.
    const changes = await until("the new provider is listed", async () => {
      const { body } = await changesSince("0.0.1");
      const changed = checked(DpiaChangesResponse)(body).changes;
      return changed.length > 0 && changed;
    });
    expect(changes).toEqual([
      {
        field: "0.2",
        removed: ["anthropic: api.anthropic.com, region not stated"],
        added: ["other: llm.example, region not stated"],
      },
    ]);
  });
});
