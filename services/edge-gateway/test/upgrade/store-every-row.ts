import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { createTestDeployment } from "@veil/testing/certificates";
import request from "supertest";
import { ADMIN_KEYS } from "../support/admin-suite.ts";
import { storeIssued } from "../support/issued-certificate.ts";
import { callNatively, finalOf, letterRequest } from "../support/native-client.ts";
import { logInAt } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

/** Rows that are not stored by a request, or only after hours. */
const OTHER_ROWS = `
insert into isolation_reports values ('bridge', now(), '{"open": []}') on conflict do nothing;
insert into sweeps values ('jobs', '30 days', 3, now());
insert into seen_checkpoint (size, checkpoint) values (7, 'checkpoint');
insert into release_facts values ('0.1.0', '{"detectors": 2}', now()) on conflict do nothing;
insert into key_manifests values (repeat('a', 64), 1, '{}') on conflict do nothing;
insert into members (member_id, customer_id, person_hmac, pepper_version, person_sealed, role, created_at, signed_in_at)
  select 'mem_1', min(customer_id), 'hmac', 1, 'box', 'owner', now(), now() from customers;
insert into jobs (job_id, customer_id, key_id, request_id, facts, certificate_draft, deadline_at)
  select 'job_drafted', min(customer_id), 'key', 'req_drafted', '{}', 'box', now() + interval '1 day' from customers;
insert into job_outbox (job_id, message, leased_until, expires_at)
  select job_id, 'sealed', 'infinity', now() + interval '1 day' from jobs where job_id = 'job_drafted';
insert into event_outbox (event_id, event, leased_until) values (gen_random_uuid(), '{"event_type": "KEY_ISSUED"}', 'infinity');
insert into customer_passwords select customer_id, 'scrypt', now() from customers;
insert into call_tallies select customer_id, 'triage', 'hour', date_trunc('hour', now()), 'calls', 'live', 2
  from customers on conflict do nothing;
insert into activities select customer_id, 'triage' from customers on conflict do nothing;`;

const TABLES = "select tablename as name from pg_tables where schemaname = 'public'";
const WEBSITE_KEY = "website-key-1234".repeat(2);
const REQUEST_ID = `req_${"3".repeat(32)}`;

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describeWithServer("postgres", "A dump of the gateway's database", () => {
  test("Every table has a row, and the dump is written with what customers and operators read", async () => {
    const gateway = await startTestGateway({
      ...{ TRUST_PROXY: "1", ADMIN_KEYS: ADMIN_KEYS.join(), WEBSITE_KEYS: WEBSITE_KEY },
    });
    const { owner, urls } = gateway.database;
    const { apiKey, customerId } = await gateway.provision({ company: "Weber and Daughters" });
    const jobId = await storeByRequests(gateway, apiKey);
    const { certificates } = gateway.stores;
    const issued = { deployment: createTestDeployment(), requestId: REQUEST_ID };
    await storeIssued({ certificates, customerId, ...issued });
    await owner.execute(OTHER_ROWS);
    for (const { name } of await owner.query<{ name: string }>(TABLES))
      expect({ name, rows: await owner.query(`select from ${name} limit 1`) }).toEqual({
        name,
        rows: [{}],
      });

    const certified = await gateway.replica({ VEIL_ENABLED: "true" });
    const paths = [
      ...[
        "/api/v1/account",
        "/api/v1/usage",
        "/api/v1/account/keys",
        "/api/v1/account/entity-lists",
      ],
      ...[`/api/v1/proxy/jobs/${jobId}`, `/api/v1/veil/certificate/${REQUEST_ID}`],
      ...["/api/v1/compliance/dsar"],
    ];
    const readings: Record<string, object> = {};
    for (const read of paths) {
      const { status, body } = await request(certified.app).get(read).set("x-api-key", apiKey);
      readings[read] = { status, body };
    }
    const at = new Date().toISOString();
    writeFileSync(file("former.json"), JSON.stringify({ at, apiKey, readings }));
    await certified.close();
    const args = [
      "--inserts",
      "--rows-per-insert=100",
      "--file",
      file("former.sql"),
      urls.ownerUrl,
    ];
    execFileSync("pg_dump", args);
    await gateway.close();
  });
});

async function storeByRequests(gateway: TestGateway, apiKey: string): Promise<string> {
  const send = (method: "post" | "put", to: string, body: object) =>
    request(gateway.app)[method](to).set("x-api-key", apiKey).send(body);
  const website = (to: string) => request(gateway.app).post(to).set("x-website-key", WEBSITE_KEY);
  const dsar = { subject_request_type: "access", subject: { kind: "value", value: "Ann Weber" } };
  const list = { kind: "deny", entries: [{ value: "Project Heron" }] };
  const contact = { email: "ann@post.example", name: "Ann Weber", message: "Call me" };
  const registration = { email: "ann@former.example", provider_key: "sk-ant-former" };
  const call = await callNatively(gateway, apiKey, letterRequest());
  const gone = await gateway.provision({ tier: "free" });
  const used = "insert into usage_monthly values ($1, date_trunc('month', now()), 'standard', 3)";
  await gateway.database.owner.execute(used, [gone.customerId]);
  const deletion = request(gateway.app).delete("/api/v1/account").set("x-api-key", gone.apiKey);
  const answers = [
    await website("/api/v1/website/contact").send(contact),
    await send("put", "/api/v1/compliance/processing-record/triage", { purposes: "Letters" }),
    await send("post", "/api/v1/compliance/dsar", dsar),
    await send("post", "/api/v1/account/entity-lists", list),
    await request(gateway.app).post("/api/v1/register").send(registration),
    await logInAt(gateway, { api_key: apiKey }),
    await deletion.send({ confirm: gone.customerId }),
    call,
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 201, 201, 200, 200, 200]);
  return finalOf(call).compliance_trace.job_id ?? "";
}
