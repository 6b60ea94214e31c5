import { expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { createPool } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import { testAdmission } from "../support/admission.ts";
import { testEnded } from "../support/certificate-boxes.ts";
import { ACCOUNT_PATH, NOTHING_OWNED, openDeletionSuite } from "../support/deletion-suite.ts";
import { freshEmail } from "../support/fresh.ts";
import { callNatively, codeOf, letterRequest, usageOf } from "../support/native-client.ts";
import { registerAt, registeredAt } from "../support/register-client.ts";
import { sessionOf, setPassword } from "../support/session-client.ts";

const KILL_DELETION = `
select pg_terminate_backend(pid) from pg_stat_activity
where datname = $1 and wait_event_type = 'Lock' and query like '%delete_customer%'`;

describeWithServer("postgres", "DELETE /api/v1/account", (adminUrl) => {
  const {
    clock,
    own,
    database,
    gateway,
    rows,
    countOf,
    remove,
    removed,
    call,
    owned,
    tombstones,
    usedByDeleted,
  } = openDeletionSuite();

  // @spec DEC-12
  test("All data of the customer is destroyed, and the response lists what is kept", async () => {
    const body = { email: freshEmail(), company: "ACME", provider_key: "sk-1" };
    const key = await registeredAt(gateway(), body);
    const id = (await usageOf(gateway(), key)).customer_id;
    await call(key);
    const list = { kind: "deny", entries: [{ value: "Project Heron" }] };
    const lists = request(gateway().app).post("/api/v1/account/entity-lists").set("x-api-key", key);
    expect((await lists.send(list)).status).toBe(201);
    await setPassword(gateway(), id as CustomerId, "a password of theirs");
    await gateway().stores.certificates.add(id as CustomerId, testEnded());
    const cookie = await sessionOf(gateway(), { api_key: key });
    for (const [table, count] of Object.entries(await owned(id)))
      expect([table, Number(count) > 0]).toEqual([table, true]);
    const org =
      "select o.* from organisations o join customers using (org_id) where customer_id = $1";
    expect(await rows(org, id)).toHaveLength(1);
    const organisations = async () => (await rows("select 1 from organisations")).length;
    const before = await organisations();

    const { destroyed, kept, ...rest } = await removed(key, id);
    expect(rest).toEqual({
      customer_id: id,
      deleted_at: expect.any(String),
      cancelled_jobs: 0,
    });
    expect(destroyed).toEqual(
      expect.arrayContaining([
        ...["email_lookup", "salt", "api_keys", "organization_scope_key"],
        ...["activities", "call_counts", "compliance_inputs"],
      ]),
    );
    expect(kept.map(({ what }) => what)).toEqual([
      "audit_events",
      "usage_counts",
      "email_tombstone",
      "subject_requests",
    ]);
    expect(await owned(id)).toEqual(NOTHING_OWNED);
    expect(await countOf("customers", id)).toBe(0);
    const session = request(gateway().app).get("/api/v1/auth/session").set("cookie", cookie);
    expect((await session).body.error).toBe("session_required");
    expect(await organisations()).toBe(before - 1);
    const events = await rows<{ type: string }>(
      "select event ->> 'event_type' as type from event_outbox where event ->> 'actor' = $1 order by created_at",
      id,
    );
    const logged = gateway().seen.audit.filter(({ actor }) => actor === id);
    const types = [
      ...logged.map(({ event_type }) => event_type),
      ...events.map(({ type }) => type),
    ];
    expect(types).toContain("ACCOUNT_DELETED");
  });

  test("The customer's keys stop working at once, and within five seconds on another replica", async () => {
    const other = await gateway().replica({});
    const { apiKey: second } = await gateway().provision({ email: own.email, tier: "free" });
    for (const key of [own.apiKey, second])
      for (const on of [gateway(), other])
        expect((await usageOf(on, key)).customer_id).toBe(own.customerId);
    await removed();
    for (const key of [own.apiKey, second])
      expect(codeOf(await remove(own.customerId, key))).toEqual([401, "invalid_api_key"]);
    // The other replica still recognizes the key, but operations that need the customer fail.
    const send = (method: "get" | "post", path: string) =>
      request(other.app)[method](path).set("x-api-key", own.apiKey);
    expect(codeOf(await send("get", ACCOUNT_PATH))).toEqual([401, "invalid_api_key"]);
    expect(codeOf(await send("post", `${ACCOUNT_PATH}/keys`))).toEqual([401, "invalid_api_key"]);
    const native = await callNatively(other, own.apiKey, letterRequest());
    expect(codeOf(native)).toEqual([401, "invalid_api_key"]);
    const list = { kind: "deny", entries: [{ value: "Heron" }] };
    const lists = send("post", `${ACCOUNT_PATH}/entity-lists`);
    expect(codeOf(await lists.send(list))).toEqual([401, "invalid_api_key"]);
    clock.aheadMs += 5_000;
    expect(codeOf(await send("get", "/api/v1/usage"))).toEqual([401, "invalid_api_key"]);
    clock.aheadMs = 0;
    await other.close();
  });

  test.each([
    ["without a body", "", "invalid_json"],
    ["without a confirmation", {}, "missing_field"],
    ["with another customer's id", { confirm: `cus_${"0".repeat(40)}` }, "invalid_field"],
    ["with another field", { confirm: "x", force: true }, "invalid_field"],
  ])("A deletion request %s is refused, and nothing is deleted", async (_what, body, code) => {
    const refused = await request(gateway().app)
      .delete(ACCOUNT_PATH)
      .set("x-api-key", own.apiKey)
      .type("json")
      .send(body);
    expect(codeOf(refused)).toEqual([400, code]);
    expect((await usageOf(gateway(), own.apiKey)).customer_id).toBe(own.customerId);
  });

  test("The scope key of an organization stays as long as the organization has another customer", async () => {
    const other = await gateway().provision();
    const move = `update customers set org_id = (select org_id from customers where customer_id = $1)
      where customer_id = $2`;
    await rows(move, other.customerId, own.customerId);
    const { destroyed, kept } = await removed();
    expect(destroyed).not.toContain("organization_scope_key");
    expect(kept).toContainEqual(expect.objectContaining({ what: "organization_scope_key" }));
    expect((await usageOf(gateway(), other.apiKey)).customer_id).toBe(other.customerId);
    const last = await removed(other.apiKey, other.customerId);
    expect(last.destroyed).toContain("organization_scope_key");
  });

  // @spec CALL-33
  test("A job without an answer is cancelled: its late result is dropped, and the waiting client gets 404", async () => {
    gateway().worker.jobIds.length = 0;
    gateway().worker.hold();
    const waiting = callNatively(gateway(), own.apiKey, letterRequest()).then(codeOf);
    await until("the worker has it", () => gateway().worker.jobIds.length === 1);
    const deletion = await removed();
    expect(deletion.cancelled_jobs).toBe(1);
    gateway().worker.letGo();
    expect(await waiting).toEqual([404, "job_not_found"]);
    expect(await owned()).toEqual(NOTHING_OWNED);
    const [jobId] = gateway().worker.jobIds;
    const later = gateway().seen.audit.filter(({ payload }) => payload.job_id === jobId);
    const ends = ["PROXY_INFERENCE_COMPLETED", "PROXY_INFERENCE_LATE"];
    expect(later.filter(({ event_type }) => ends.includes(event_type))).toEqual([]);
    expect(await rows("select 1 from job_outbox where job_id = $1", jobId)).toEqual([]);
  });

  test("When calls are admitted during a deletion, then none is left uncounted and no job remains", async () => {
    const before = await usedByDeleted();
    const quota = { limitClass: "standard", limit: Number.POSITIVE_INFINITY } as const;
    const admitted = { count: 0 };
    const admit = async () => {
      const jobId = `job_${systemRandomBytes(16).toString("hex")}`;
      const admission = testAdmission({ customerId: own.customerId, jobId, quota });
      const outcome = await gateway().stores.jobs.admit(admission, 60_000);
      if (outcome.kind === "admitted") admitted.count += 1;
      return outcome.kind;
    };
    for (let first = 0; first < 5; first++) expect(await admit()).toBe("admitted");
    const calls = Array.from({ length: 40 }, () => admit());
    const deletion = removed();
    const outcomes = await Promise.allSettled(calls);
    await deletion;
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ code: "invalid_api_key" });
    expect(await owned()).toEqual(NOTHING_OWNED);
    expect((await usedByDeleted()) - before).toBe(admitted.count);
    await expect(admit()).rejects.toMatchObject({ code: "invalid_api_key" });
  });

  test("When the database connection is killed during a deletion, then nothing is deleted, and the next attempt deletes everything", async () => {
    await call();
    const before = await owned();
    const [{ name = "" } = {}] = await rows<{ name: string }>("select current_database() as name");
    const admin = createPool({ url: adminUrl, log: silentLogger, applicationName: "test" });
    await database().owner.transaction(async (tx) => {
      await tx.query("select 1 from jobs where customer_id = $1 for update", [own.customerId]);
      const interrupted = remove().then(codeOf);
      await until("its process has waited for the job, and is killed", async () => {
        const killed = await admin.query(KILL_DELETION, [name]);
        return killed.length > 0;
      });
      expect((await interrupted)[0]).toBe(503);
    });
    await admin.close();
    expect(await owned()).toEqual(before);
    expect(await tombstones()).toEqual([]);
    expect((await usageOf(gateway(), own.apiKey)).used).toBe(1);
    await removed();
    expect(await owned()).toEqual(NOTHING_OWNED);
  });

  test("The service's database role cannot delete a customer or change a tombstone with a direct statement", async () => {
    for (const statement of [
      "delete from customers",
      "delete from organisations",
      "insert into email_tombstones values ('\\x00', '2026-11-01', 0, 0)",
      "update email_tombstones set standard_used = 0",
      "update usage_of_deleted set used = 0",
    ])
      await expect(database().database.execute(statement)).rejects.toMatchObject({ code: "42501" });
  });

  test("When deletions run at once, then one gets 200, and the address can still be registered again", async () => {
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await registerAt(gateway(), { email: own.email })).status).toBe(201);
  });
});
