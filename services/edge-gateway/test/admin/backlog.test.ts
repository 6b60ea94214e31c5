import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { openAdminSuite } from "../support/admin-suite.ts";
import { freshEmail } from "../support/fresh.ts";
import { codeOf } from "../support/native-client.ts";

const HOUR_MS = 3_600_000;

describeWithServer("postgres", "What operators see of waiting work and changes", () => {
  const { one, gateway, admin, admined, eventsOf } = openAdminSuite();

  async function metricsOf(): Promise<Readonly<Record<string, number>>> {
    const { text } = await request(one().opsApp).get("/metrics");
    const lines = text.matchAll(/^(veil_backlog_\w+\{kind="\w+"),[^}]*\} (\S+)$/gm);
    return Object.fromEntries([...lines].map(([, name, value]) => [`${name}}`, Number(value)]));
  }

  test("the backlog counts jobs, events, refused events and batches without proof, with the oldest time, and has no queues without a broker; the metrics say the same", async () => {
    const at = new Date(one().clock.ms - HOUR_MS).toISOString();
    const { customerId } = await one().provision();
    const { database } = gateway();
    await database.query(
      `insert into jobs (job_id, customer_id, key_id, request_id, facts, created_at, deadline_at)
       values ('job-of-backlog', $1, 'key', 'req', '{}', $2, now() + interval '1 hour')`,
      [customerId, at],
    );
    await database.query(
      `insert into job_outbox (job_id, message, leased_until, expires_at)
       values ('job-of-backlog', '', now() + interval '1 hour', now() + interval '1 hour')`,
    );
    await database.query(
      `insert into event_outbox (event_id, event, created_at, refused_at) values (gen_random_uuid(), '{}', $1, now())`,
      [at],
    );
    await database.query(
      `insert into certificate_batches (batch_id, signed, batch_sha256, event_id, created_at)
       values (gen_random_uuid(), '', $1, gen_random_uuid(), $2)`,
      ["0".repeat(64), at],
    );
    expect(await admined("get", "/backlog")).toMatchObject({
      jobs: { waiting: 1, oldest_at: at },
      job_outbox: { waiting: 1, oldest_at: at },
      event_outbox: { refused: 1 },
      certificates: { waiting: 0 },
      unproven_batches: { waiting: 1, oldest_at: at },
      queues: [],
    });
    const metrics = await metricsOf();
    expect(metrics).toMatchObject({
      'veil_backlog_waiting{kind="jobs"}': 1,
      'veil_backlog_waiting{kind="job_outbox"}': 1,
      'veil_backlog_waiting{kind="refused_events"}': 1,
      'veil_backlog_waiting{kind="certificates"}': 0,
      'veil_backlog_oldest_seconds{kind="job_outbox"}': HOUR_MS / 1_000,
      'veil_backlog_oldest_seconds{kind="unproven_batches"}': HOUR_MS / 1_000,
      'veil_backlog_oldest_seconds{kind="certificates"}': 0,
    });
    await database.query("delete from event_outbox where refused_at is not null");
  });

  test("the changes of a customer name who made them and which fields, newest first, and no value", async () => {
    const email = freshEmail();
    const order = { email, tier: "free", company: "Secret Company" };
    const { customer_id, key_id } = await admined("post", "/customers", order);
    one().clock.ms += 1_000;
    await admined("patch", `/customers/${customer_id}`, { tier: "pro" });
    await eventsOf(customer_id);
    const { changes, truncated } = await admined("get", `/customers/${customer_id}/changes`);
    expect(truncated).toBe(false);
    expect(changes).toMatchObject([
      { event_type: "ACCOUNT_CHANGED", details: { tier: "pro", changed_fields: "tier" } },
      { event_type: expect.any(String) },
      { event_type: expect.any(String) },
    ]);
    expect(changes.map((change: { event_type: string }) => change.event_type).sort()).toEqual([
      ...["ACCOUNT_CHANGED", "ACCOUNT_CREATED", "KEY_ISSUED"],
    ]);
    for (const { changed_by } of changes) expect(changed_by).toMatch(/^admin:[0-9a-f]{8}$/);
    const text = JSON.stringify(changes);
    expect(text).toContain(key_id);
    for (const value of [email, "Secret Company"]) expect(text).not.toContain(value);
  });

  test("while the audit service does not respond, the changes are not available, and an unknown customer has none", async () => {
    const { customerId } = await one().provision();
    one().audit.respondWith((_path, _body, res) => res.writeHead(500).end());
    expect(codeOf(await admin("get", `/customers/${customerId}/changes`))).toEqual([
      ...[503, "audit_unavailable"],
    ]);
    const unknown = `/customers/cus_${"0".repeat(40)}/changes`;
    expect(codeOf(await admin("get", unknown))).toEqual([404, "not_found"]);
    expect(codeOf(await admin("get", `/customers/${customerId}/changes?days=91`))).toEqual([
      ...[400, "invalid_field"],
    ]);
  });
});
