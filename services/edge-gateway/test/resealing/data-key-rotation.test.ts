import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Queryable } from "@veil/postgres-kit";
import { describeWithServer } from "@veil/testing";
import { createTestDeployment } from "@veil/testing/certificates";
import request from "supertest";
import { resealCommand } from "../../src/commands/reseal.ts";
import { parseDataKeys } from "../../src/platform/data-keys.ts";
import { nameOf, resealColumn } from "../../src/resealing/postgres-resealing.ts";
import { SEALED_COLUMNS } from "../../src/resealing/sealed-columns.ts";
import { ADMIN_KEYS } from "../support/admin-suite.ts";
import { freshAddress, freshEmail } from "../support/fresh.ts";
import { storeIssued } from "../support/issued-certificate.ts";
import { callNatively, codeOf, finalOf, letterRequest, usageOf } from "../support/native-client.ts";
import { printedBy } from "../support/printed.ts";
import { registerAt, registeredAt } from "../support/register-client.ts";
import { columnsOpenedBy, contentsOf, insertOtherRows } from "../support/sealed-rows.ts";
import { DATA_KEY as OLD } from "../support/test-config.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const NEW = "44".repeat(32);
/** The values of `DATA_KEY`, step by step. */
const STEPS = [OLD, `${OLD},${NEW}`, `${NEW},${OLD}`, NEW] as const;

const HOST = "operators.example";
const REQUEST_ID = `req_${"3".repeat(32)}`;
const COMPANY = "Weber and Daughters";
const IDEMPOTENT = { "idempotency-key": "rotation-idempotency-key-0001" };
const REGISTRATION = { email: "ann@rotated.example", provider_key: "sk-ant-rotated" };
const FROM = freshAddress();

interface BoxRow {
  readonly context: Readonly<Record<string, string>>;
}

type Replica = Pick<Awaited<ReturnType<TestGateway["replica"]>>, "app">;

let gateway: TestGateway;
let apiKey = "";
let registeredKey = "";
let operatorToken = "";
/** The address of a deleted customer, with three calls in this month. */
const deletedEmail = freshEmail();
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ TRUST_PROXY: "1", REGISTRATIONS_PER_HOUR: "1000" },
    ...{ ADMIN_KEYS: ADMIN_KEYS.join(), WEBSITE_KEYS: "website-key-1234".repeat(2) },
    ...{ OPERATOR_HOSTS: HOST, COMPLIANCE_CALLS_PER_MINUTE: "1000" },
  });
  const own = await gateway.provision({ company: COMPANY });
  ({ apiKey } = own);
  await storeEveryKind(own.customerId);
});
afterAll(() => gateway.close());

const as = ({ app }: Replica) => ({
  get: (path: string) => request(app).get(path).set("x-api-key", apiKey),
  send: (method: "post" | "put" | "patch", path: string, body: object) =>
    request(app)[method](path).set("x-api-key", apiKey).send(body),
});

/** Stores a row of every kind under the old key, as far as possible through the gateway. */
async function storeEveryKind(owner: Parameters<typeof storeIssued>[0]["customerId"]) {
  const { send } = as(gateway);
  const contact = { email: "ann@post.example", name: "Ann Weber", message: "Call me" };
  const website = request(gateway.app).post("/api/v1/website/contact");
  const dsar = { subject_request_type: "access", subject: { kind: "value", value: "Ann Weber" } };
  const statuses = [
    await website.set("x-website-key", "website-key-1234".repeat(2)).send(contact),
    await send("put", "/api/v1/compliance/processing-record/triage", { purposes: "Letters" }),
    await send("put", "/api/v1/compliance/dpia/1.1.b", { text: "Zebra letters" }),
    await send("post", "/api/v1/compliance/dsar", dsar),
    await callNatively(gateway, apiKey, letterRequest(), IDEMPOTENT),
  ].map(({ status }) => status);
  expect(statuses).toEqual([201, 200, 200, 201, 200]);
  registeredKey = await registeredAt(gateway, REGISTRATION, { from: FROM, headers: IDEMPOTENT });
  const certificate = { customerId: owner, deployment: createTestDeployment() };
  const { certificates } = gateway.stores;
  await storeIssued({ certificates, ...certificate, requestId: REQUEST_ID });
  await insertOtherRows(gateway.database.owner, parseDataKeys(OLD), owner);
  const session = request(gateway.app).post("/api/v1/admin/session").set("host", HOST);
  operatorToken = (await session.set("x-admin-key", ADMIN_KEYS[0])).body.token;
  await deleteAfterCalls();
}

async function deleteAfterCalls(): Promise<void> {
  const gone = await gateway.provision({ email: deletedEmail, tier: "free" });
  const used = "insert into usage_monthly values ($1, date_trunc('month', now()), 'standard', 3)";
  await gateway.database.owner.execute(used, [gone.customerId]);
  const deletion = request(gateway.app).delete("/api/v1/account").set("x-api-key", gone.apiKey);
  expect((await deletion.send({ confirm: gone.customerId })).status).toBe(200);
}

/**
 * Starts a replica that serves certificates. The gateway that makes the calls serves none, because
 * the fake services make no claims.
 */
const replicaWith = (keys: string) => gateway.replica({ DATA_KEY: keys, VEIL_ENABLED: "true" });

/** Returns what customers and operators read at a replica. */
async function readings(replica: Replica) {
  const { get } = as(replica);
  const again = await callNatively(replica, apiKey, letterRequest(), IDEMPOTENT);
  const { result, compliance_trace } = finalOf(again);
  const job = finalOf(await get(`/api/v1/proxy/jobs/${compliance_trace.job_id}`));
  const contacts = request(replica.app).get("/api/v1/admin/contacts");
  const statistics = request(replica.app).get("/api/v1/admin/stats").set("host", HOST);
  const record = await get("/api/v1/compliance/processing-record");
  const dpia = await get("/api/v1/compliance/dpia");
  return {
    account: (await get("/api/v1/account")).body,
    ...{ jobId: compliance_trace.job_id, result, read: job.result },
    certificate: (await get(`/api/v1/veil/certificate/${REQUEST_ID}`)).body,
    contacts: (await contacts.set("x-admin-key", ADMIN_KEYS[0])).body,
    record: JSON.stringify(record.body).includes("Letters"),
    dpia: JSON.stringify(dpia.body).includes("Zebra letters"),
    session: (await statistics.set("x-admin-session", operatorToken)).status,
  };
}

const contents = (keys: string) => contentsOf(gateway.database.owner, parseDataKeys(keys));
const openedBy = async (keys: string) => [
  ...(await columnsOpenedBy(gateway.database.owner, parseDataKeys(keys))),
];

async function reseal(keys: string): Promise<string> {
  const env = { DATABASE_URL: gateway.database.urls.runtimeUrl, DATA_KEY: keys };
  return await printedBy(() => resealCommand(env, []));
}

describeWithServer("postgres", "The rotation of the data key", () => {
  test("through its four steps every reading stays the same, and at the end the old key opens nothing in any table", async () => {
    const base = await replicaWith(OLD);
    const [before, boxes] = [await readings(base), await contents(OLD)];
    await base.close();
    expect(before).toMatchObject({ record: true, dpia: true, session: 200, read: before.result });
    expect(before.account.company).toBe(COMPANY);
    expect(before.contacts.contacts).toHaveLength(1);
    expect(before.certificate.signable.request_id).toBe(REQUEST_ID);
    expect(Object.values(boxes)).not.toContain(undefined);
    // The positive control of the search: under the old key it opens boxes in every listed column.
    expect((await openedBy(OLD)).toSorted()).toEqual(SEALED_COLUMNS.map(nameOf).toSorted());

    const [, prepared, current, ended] = STEPS;
    const first = await replicaWith(prepared);
    expect(await readings(first)).toEqual(before);
    expect(await openedBy(NEW)).toEqual([]);

    const second = await replicaWith(current);
    expect(await readings(second)).toEqual(before);
    // Beside each other, each replica reads what the other one stores.
    for (const [writer, reader] of [
      [second, first],
      [first, second],
    ] as const) {
      const company = `${COMPANY} of ${freshEmail()}`;
      expect((await as(writer).send("patch", "/api/v1/account", { company })).status).toBe(200);
      expect((await as(reader).get("/api/v1/account")).body.company).toBe(company);
    }
    const registered = await registerAt(second, REGISTRATION, { from: FROM, headers: IDEMPOTENT });
    expect(registered.body.svc_api_key).toBe(registeredKey);
    const anew = await registeredAt(second, { email: deletedEmail });
    expect((await usageOf(second, anew)).used).toBe(3);
    await first.close();

    const sealed = await contents(current);
    expect(Object.values(sealed)).not.toContain(undefined);
    await reseal(current);
    expect(await contents(current)).toEqual(sealed);
    expect(await contents(NEW)).toEqual(sealed);
    const after = { ...before, account: (await readings(second)).account };
    expect(await readings(second)).toEqual(after);
    await second.close();

    const third = await replicaWith(ended);
    expect((await request(third.app).get("/ready")).status).toBe(200);
    expect(await openedBy(OLD)).toEqual([]);
    expect(await contents(NEW)).toEqual(sealed);
    const { account, certificate, contacts } = after;
    const read = async (path: string) => (await as(third).get(path)).body;
    expect(await read("/api/v1/account")).toEqual(account);
    expect(await read(`/api/v1/veil/certificate/${REQUEST_ID}`)).toEqual(certificate);
    expect((await read(`/api/v1/proxy/jobs/${before.jobId}`)).result).toEqual(before.result);
    const admin = request(third.app).get("/api/v1/admin/contacts");
    expect((await admin.set("x-admin-key", ADMIN_KEYS[0])).body).toEqual(contacts);
    // The operator's session, which the old key sealed, has ended.
    const stats = request(third.app).get("/api/v1/admin/stats").set("host", HOST);
    expect(codeOf(await stats.set("x-admin-session", operatorToken))).toEqual([
      ...[401, "admin_unauthorized"],
    ]);
    await third.close();
  });

  test("in every column, a box that has changed since it was read is not replaced by what was read", async () => {
    const [third, before] = ["55".repeat(32), await contents(NEW)];
    const { database } = gateway.database;
    for (const column of SEALED_COLUMNS) {
      const sealing = parseDataKeys(NEW).sealing(column.use);
      // Every page has other boxes than the database, as if all had changed since.
      const stale: Queryable = {
        ...database,
        async query<Row>(text: string, values?: readonly unknown[]) {
          const rows = await database.query<Row & BoxRow>(text, values);
          if (!text.includes("limit")) return rows;
          return rows.map((row) => {
            const box = sealing.seal(Buffer.from("stale"), column.contextOf(row.context));
            return { ...row, box };
          });
        },
      };
      const dataKeys = parseDataKeys(`${third},${NEW}`);
      const deps = { database: stale, dataKeys, onlyCounts: false, onPage: () => {} };
      expect((await resealColumn(deps, column)).older).toBeGreaterThan(0);
    }
    expect(await contents(third)).toEqual(before);
  });
});
