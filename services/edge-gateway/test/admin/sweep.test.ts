import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { createTestDatabase, type TestDatabase } from "@veil/testing/database";
import { migrateCommand } from "../../src/commands/migrate.ts";
import { sweepCommand } from "../../src/commands/sweep.ts";
import { openAccountSuite } from "../support/account-suite.ts";
import { endKey } from "../support/end-key.ts";
import { freshEmail } from "../support/fresh.ts";
import { printedBy } from "../support/printed.ts";
import { registeredAt } from "../support/register-client.ts";
import { sessionOf } from "../support/session-client.ts";

const NOW = "2026-11-21T08:00:00Z";

describeWithServer("postgres", "sweep", () => {
  const { gateway, one } = openAccountSuite();
  let customerId: string;
  beforeAll(async () => {
    ({ customerId } = await one().provision());
  });

  async function sweepAt(now: string, settings = {}): Promise<Record<string, number>> {
    const env = { DATABASE_URL: gateway().urls.runtimeUrl, ...settings };
    const text = await printedBy(() => sweepCommand(env, ["--now", now]));
    const lines = text
      .trim()
      .split("\n")
      .map((line) => line.split(" ") as [string, string]);
    return Object.fromEntries(lines.map(([what, count]) => [what, Number(count)]));
  }

  const nothing = {
    registration_envelopes: 0,
    sessions: 0,
    contacts: 0,
    revoked_keys: 0,
    usage_months: 0,
    tallies_by_hour: 0,
    tallies_by_day: 0,
    subject_requests: 0,
    deleted_usage_months: 0,
    email_tombstones: 0,
    job_answers: 0,
    job_idempotency_keys: 0,
    job_rows: 0,
    certificate_openings: 0,
    certificates: 0,
  };

  test("the sweep keeps data within its retention, and a second sweep deletes nothing", async () => {
    await sweepAt(NOW);
    expect(await sweepAt(NOW)).toEqual(nothing);
  });

  test("replay envelopes are deleted after their window, and those with an Idempotency-Key after 24 hours", async () => {
    const headers = { "idempotency-key": "sweep-idempotency-key-01" };
    const body = { email: freshEmail(), provider_key: "sk-1" };
    await registeredAt(one(), body, { headers });
    expect(await sweepAt("2026-11-21T08:09:59Z")).toEqual(nothing);
    expect(await sweepAt("2026-11-21T08:10:00Z")).toEqual({
      ...nothing,
      registration_envelopes: 1,
    });
    expect(await sweepAt("2026-11-22T08:00:00Z")).toEqual({
      ...nothing,
      registration_envelopes: 1,
    });
    const left = await gateway().owner.query("select kind from registration_envelopes");
    expect(left).toEqual([{ kind: "provider_key" }]);
  });

  test("an expired session is deleted at once, but its key stays", async () => {
    await sessionOf(one(), { api_key: (await one().provision()).apiKey });
    expect(await sweepAt("2026-11-21T08:59:59Z")).toEqual(nothing);
    expect(await sweepAt("2026-11-21T09:00:00Z")).toEqual({ ...nothing, sessions: 1 });
  });

  test("a message from the website is deleted after 90 days", async () => {
    const insert = `insert into contacts (contact_id, content_sealed, created_at)
      values ('con_${"0".repeat(32)}', '\\x00', $1)`;
    await gateway().owner.execute(insert, [NOW]);
    expect(await sweepAt("2027-02-19T08:00:00Z")).toEqual(nothing);
    expect(await sweepAt("2027-02-19T08:00:01Z")).toEqual({ ...nothing, contacts: 1 });
  });

  test("a key is deleted 90 days after its revocation or the end of its grace, and other keys stay", async () => {
    const { apiKeys } = one().stores;
    await endKey(apiKeys, await one().provision(), new Date(NOW));
    await endKey(apiKeys, await one().provision(), new Date("2026-11-21T09:00:00Z"), true);
    expect(await sweepAt("2027-02-19T08:00:00Z")).toEqual(nothing);
    expect(await sweepAt("2027-02-19T08:00:01Z")).toEqual({ ...nothing, revoked_keys: 1 });
    expect(await sweepAt("2027-02-19T09:00:01Z")).toEqual({ ...nothing, revoked_keys: 1 });
  });

  test("the usage of a month is deleted after 24 more whole months", async () => {
    await gateway().database.execute(
      "insert into usage_monthly (customer_id, month, class, used) values ($1, '2026-11-01', 'standard', 5)",
      [customerId],
    );
    expect(await sweepAt("2028-11-30T23:59:59Z")).toEqual(nothing);
    expect(await sweepAt("2028-12-01T00:00:00Z")).toEqual({ ...nothing, usage_months: 1 });
  });

  describe("The sweep of a job's data", () => {
    beforeAll(async () => {
      const insert = `
        insert into jobs (job_id, customer_id, key_id, request_id, state, facts, relink_map, answer,
          idempotency_lookup, body_hash, created_at, deadline_at, finished_at, certificate_draft)
        values ($1, $2, 'k', 'r', $3, '{}', $4, $5, $6, '\\x03', $7, $8, $9, $10)`;
      const created = "2026-11-21T08:00:00Z";
      const deadline = "2026-11-21T08:05:00Z";
      const [map, answer] = [Buffer.of(1), Buffer.of(2)];
      const done = "2026-11-21T08:00:10Z";
      const common = [created, deadline];
      const jobs = [
        ["finished", customerId, "completed", map, answer, Buffer.of(3), ...common, done, null],
        ["never", customerId, "admitted", null, null, null, ...common, null, Buffer.of(4)],
        ["deleted", customerId, "gone", null, null, null, ...common, null, null],
      ];
      for (const values of jobs) await gateway().owner.execute(insert, values);
    });

    test("a job's answer, map and Idempotency-Key are deleted after 24 hours, and its row after 30 days", async () => {
      expect(await sweepAt("2026-11-21T08:05:00Z")).toEqual(nothing);
      // The id of a deleted job stays as long as its admission may be repeated.
      expect(await sweepAt("2026-11-21T08:05:01Z")).toEqual({ ...nothing, job_rows: 1 });
      expect(await sweepAt("2026-11-22T08:00:00Z")).toEqual(nothing);
      expect(await sweepAt("2026-11-22T08:00:05Z")).toEqual({
        ...nothing,
        job_idempotency_keys: 2,
      });
      expect(await sweepAt("2026-11-22T08:00:11Z")).toEqual({ ...nothing, job_answers: 1 });
      // The input of a job that never finished is kept for 24 hours after its deadline.
      expect(await sweepAt("2026-11-22T08:05:01Z")).toEqual({ ...nothing, job_answers: 1 });
      const rows = await gateway().owner.query(
        "select relink_map, answer, certificate_draft, idempotency_lookup, body_hash from jobs",
      );
      const empty = {
        ...{ relink_map: null, answer: null, certificate_draft: null },
        ...{ idempotency_lookup: null, body_hash: null },
      };
      expect(rows).toEqual([empty, empty]);
      expect(await sweepAt("2026-12-21T08:00:00Z")).toEqual(nothing);
      expect(await sweepAt("2026-12-21T08:00:01Z")).toEqual({ ...nothing, job_rows: 2 });
    });
  });

  describe("The sweep of certificates", () => {
    const BATCH_ID = "00000000-0000-4000-8000-000000000001";
    beforeAll(async () => {
      const decided = "2026-11-21T09:00:00Z";
      const batch = `
        insert into certificate_batches (batch_id, signed, batch_sha256, event_id, created_at)
        values ($1, '\\x01', $2, $1, $3)`;
      await gateway().owner.execute(batch, [BATCH_ID, "0".repeat(64), decided]);
      const insert = `
        insert into certificates (request_id, customer_id, record, certificate, batch_id, place,
          openings, openings_key_box, created_at, decided_at)
        values ($1, $2, $3, $4, $5, $6, '\\x01', '\\x02', $7, $8)`;
      const box = Buffer.of(4);
      const rows = [
        ["earlier", customerId, null, box, null, null, NOW, decided],
        ["issued", customerId, box, null, BATCH_ID, [0], NOW, decided],
        ["waiting", customerId, box, null, null, null, NOW, null],
      ];
      for (const values of rows) await gateway().owner.execute(insert, values);
    });

    test("openings are deleted 30 days after the call, certificates and their batch 365 days after their issue, and pending certificates stay", async () => {
      const left = async () =>
        await gateway().owner.query(
          "select request_id, openings, openings_key_box from certificates order by request_id",
        );
      expect(await sweepAt("2026-12-21T08:00:00Z")).toMatchObject({ certificate_openings: 0 });
      expect(await sweepAt("2026-12-21T08:00:01Z")).toMatchObject({ certificate_openings: 3 });
      const gone = { openings: null, openings_key_box: null };
      expect(await left()).toEqual([
        { request_id: "earlier", ...gone },
        { request_id: "issued", ...gone },
        { request_id: "waiting", ...gone },
      ]);
      expect(await sweepAt("2027-11-21T09:00:00Z")).toMatchObject({ certificates: 0 });
      const batches = () => gateway().owner.query("select batch_id from certificate_batches");
      expect(await batches()).toEqual([{ batch_id: BATCH_ID }]);
      expect(await sweepAt("2027-11-21T09:00:01Z")).toMatchObject({ certificates: 2 });
      expect(await left()).toEqual([{ request_id: "waiting", ...gone }]);
      expect(await batches()).toEqual([]);
    });

    test("OPENINGS_DAYS and CERTIFICATE_DAYS change the retention of openings and certificates", async () => {
      const insert = `
        insert into certificates (request_id, customer_id, certificate, openings, created_at, decided_at)
        values ('short', $1, '\\x01', '\\x01', $2, $2)`;
      await gateway().owner.execute(insert, [customerId, NOW]);
      const settings = { OPENINGS_DAYS: "1", CERTIFICATE_DAYS: "2" };
      const swept = (now: string) => sweepAt(now, settings);
      expect(await swept("2026-11-22T08:00:00Z")).toMatchObject({ certificate_openings: 0 });
      expect(await swept("2026-11-22T08:00:01Z")).toMatchObject({ certificate_openings: 1 });
      expect(await swept("2026-11-23T08:00:01Z")).toMatchObject({ certificates: 1 });
      for (const name of Object.keys(settings))
        await expect(sweepAt(NOW, { [name]: "0" })).rejects.toThrow(name);
    });
  });

  test.each([["--now", "tomorrow"], ["--all"]])(
    "sweep refuses the arguments %s %s",
    async (...argv) => {
      await expect(sweepCommand({ DATABASE_URL: "x" }, argv)).rejects.toThrow(
        /--now must|Bad arguments/,
      );
    },
  );
});

describeWithServer("postgres", "migrate", (adminUrl) => {
  let urls: TestDatabase;
  beforeAll(async () => {
    urls = await createTestDatabase(adminUrl, { owner: "gateway_owner", runtime: "gateway_app" });
  });
  afterAll(() => urls.drop());

  test("migrate applies each migration once, and only as the owner", async () => {
    await expect(migrateCommand({ OWNER_DATABASE_URL: urls.runtimeUrl })).rejects.toThrow();
    const env = { OWNER_DATABASE_URL: urls.ownerUrl };
    const first = await printedBy(() => migrateCommand(env));
    expect(first).toMatch(
      /^applied 0001-accounts\.sql\napplied 0002-jobs\.sql\n(?:applied .*\n)*\d+ migrations applied\n$/,
    );
    expect(await printedBy(() => migrateCommand(env))).toBe("0 migrations applied\n");
  });
});
