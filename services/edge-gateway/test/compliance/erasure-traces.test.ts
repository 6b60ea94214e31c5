import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createGrowingRoot, parseTrustBundle, sha256 } from "@veil/crypto";
import { describeWithServer, type TestTrust, until } from "@veil/testing";
import { createTestDeployment } from "@veil/testing/certificates";
import { inMemory, openArchive, readWhole } from "@veil/veil/evidence";
import { signCheckpoint } from "@veil/veil/log";
import request from "supertest";
import { sweepCommand } from "../../src/commands/sweep.ts";
import { freshRequestId } from "../support/certificate-boxes.ts";
import { freshEmail } from "../support/fresh.ts";
import { storeIssued } from "../support/issued-certificate.ts";
import { bytesIn, linksTo } from "../support/links.ts";
import { callNatively, letterRequest } from "../support/native-client.ts";
import { printedBy } from "../support/printed.ts";
import { DATA_KEY, PEPPER } from "../support/test-config.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const COMPLIANCE = "/api/v1/compliance";
const COMPANY = "Weber and Daughters";
const NAME = "Ann Weber";
const ACTIVITY = "claims-triage";

const deployment = createTestDeployment();
const { keySet, keysOf, manifest } = deployment;
const trustFile = JSON.stringify(keySet.trust);
const testTrust: TestTrust = {
  ...{ keysOf, trustFile, trust: parseTrustBundle(trustFile) },
  keyFileOf: (name) => JSON.stringify(keySet.services.find(({ service }) => service === name)),
};

let gateway: TestGateway;
beforeAll(async () => {
  const limits = { COMPLIANCE_CALLS_PER_MINUTE: "1000000", OUTBOX_INTERVAL_MS: "50" };
  const signer = { ...manifest, served_at: "2026-01-01T00:00:00Z" };
  gateway = await startTestGateway(limits, { testTrust, signer });
});
afterAll(() => gateway.close());

const ofHex = (hex: string) => Buffer.from(hex, "hex");
/** The secrets of the deployment that an erasure leaves. */
const SECRETS = {
  roots: [PEPPER, DATA_KEY].map(ofHex),
  secrets: [...bytesIn([JSON.stringify(keySet.services)])].map(ofHex),
};

/** Returns the files of a pack, which has the checkpoint of a log with one entry. */
async function packOf(apiKey: string): Promise<readonly string[]> {
  const growing = createGrowingRoot();
  growing.add(sha256("entry"));
  const checkpoint = signCheckpoint({ size: 1, root: growing.root() }, deployment.log);
  gateway.audit.respondWith((_path, _body, res) => res.end(JSON.stringify({ checkpoint })));
  const { status, body } = await request(gateway.app)
    .get(`${COMPLIANCE}/evidence-pack?since=2026-01-01T00:00:00Z`)
    .set("x-api-key", apiKey)
    .responseType("blob");
  gateway.audit.respondWith(undefined);
  expect(status).toBe(200);
  const texts: string[] = [];
  for (const entry of await openArchive(inMemory(body), () => {}))
    texts.push(Buffer.from(await readWhole(entry)).toString());
  return texts;
}

describeWithServer("postgres", "After the erasure of a customer", () => {
  // Batches and releases are shared by customers; requests are kept without the customer.
  test("no way leads from the log, a pack and the database to the customer, with all secrets that remain, except the tombstone, which the sweep of the next month deletes", async () => {
    await gateway.provision();
    const stored = "select from key_manifests";
    await until(
      "the deployment's own manifest is stored",
      async () => (await gateway.database.owner.query(stored)).length > 0,
    );
    const before = bytesIn(await gateway.database.dump());
    const email = freshEmail();
    const { apiKey, customerId } = await gateway.provision({ email, company: COMPANY });
    const values = [email, COMPANY, apiKey, NAME];
    const send = async (method: "post" | "put" | "patch", path: string, body: object) => {
      const reply = await request(gateway.app)[method](path).set("x-api-key", apiKey).send(body);
      expect([path, reply.status < 300, reply.body]).toEqual([path, true, expect.anything()]);
      return reply.body;
    };
    const order = { ...letterRequest(), activity_id: ACTIVITY };
    const headers = { "idempotency-key": "of-the-call" };
    expect((await callNatively(gateway, apiKey, order, headers)).status).toBe(200);
    const entries = [{ value: NAME }];
    await send("post", "/api/v1/account/entity-lists", { kind: "deny", entries });
    const { certificates } = gateway.stores;
    await storeIssued({ certificates, customerId, deployment, requestId: freshRequestId() });
    const pack = await packOf(apiKey);
    await send("put", `${COMPLIANCE}/processing-record/${ACTIVITY}`, { contact: NAME });
    const subject = { kind: "value", value: NAME };
    await send("post", `${COMPLIANCE}/dsar`, { subject_request_type: "access", subject });
    const { subject_request_id: id } = await send("post", `${COMPLIANCE}/dsar`, {
      ...{ subject_request_type: "erasure", subject: { kind: "customer" } },
    });
    const links = async () =>
      linksTo(values, {
        ...{ ...SECRETS, rows: await gateway.database.dump() },
        texts: [...pack, JSON.stringify(gateway.audit.events)],
      });
    const lookup = gateway.secrets.emailLookups(email)[0]?.hash ?? Buffer.alloc(0);
    const digits = (hash: Buffer) => hash.toString("hex", 0, 16);
    const tombstone = digits(gateway.secrets.emailTombstone(lookup));

    const brought = await bytesSince(before);
    expect(brought.size).toBeGreaterThan(20);
    expect(await links()).toEqual(
      expect.arrayContaining([digits(lookup), customerId.slice("cus_".length).slice(0, 32)]),
    );

    await send("patch", `${COMPLIANCE}/dsar/${id}`, {
      ...{ request_status: "completed", confirm: customerId },
    });
    await until("the events were sent", async () => {
      const rows = await gateway.database.owner.query("select from event_outbox");
      return rows.length === 0;
    });
    expect(await tablesWith(brought)).toEqual([
      ...["certificate_batches", "release_facts", "subject_requests"],
    ]);
    expect(await links()).toEqual([tombstone]);
    await nextMonth();
    expect(await links()).toEqual([]);
  });
});

/** Returns the byte strings that came into the database since then. */
async function bytesSince(before: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const now = bytesIn(await gateway.database.dump());
  return new Set([...now].filter((hex) => !before.has(hex)));
}

/** Returns the tables in which one of the byte strings stands. */
async function tablesWith(bytes: ReadonlySet<string>): Promise<readonly string[]> {
  const { owner } = gateway.database;
  const tables = await owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await owner.query<{ row: string }>(`select t::text as row from ${name} t`);
    const own = bytesIn(rows.map(({ row }) => row));
    if ([...own].some((hex) => bytes.has(hex))) found.push(name);
  }
  return found;
}

async function nextMonth(): Promise<void> {
  const now = new Date(Date.now() + 32 * 24 * 60 * 60_000).toISOString();
  const env = { DATABASE_URL: gateway.database.urls.runtimeUrl };
  await printedBy(() => sweepCommand(env, ["--now", now]));
}
