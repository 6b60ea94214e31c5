import { type Database, DatabaseError } from "@veil/postgres-kit";
import type { Admission, AdmissionOutcome, KnownAdmission } from "../ports.ts";

// One statement, so that job, outbox, events and usage are written together or not at all. It locks the usage row, so
// requests of one customer are counted one after the other. A repetition violates a unique index, which undoes all of
// it; with "on conflict do nothing" at the job it would still count.
const ADMIT = `
with counted as (
  select count_usage($1, $2, $3) as used
), job as (
  insert into jobs (job_id, customer_id, key_id, request_id, facts, relink_map, deadline_at,
    idempotency_lookup, body_hash)
  select $4, $1, $5, $6, $7, $8, $9, $10::bytea, $11::bytea from counted where used is not null
), outbound as (
  insert into job_outbox (job_id, message, leased_until, expires_at)
  select $4, $12, now() + $13 * interval '1 millisecond', $9 from counted where used is not null
), noted as (
  insert into event_outbox (event_id, event)
  select (event ->> 'event_id')::uuid, event from counted, jsonb_array_elements($14::jsonb) event
  where used is not null
)
select used from counted where used is not null`;

// A row that another replica has claimed has more than one delivery; that replica sends it.
const READ_BACK = `
with leased as (
  update job_outbox set leased_until = now() + $2 * interval '1 millisecond'
  where job_id = $1 and deliveries = 1 returning job_id
)
select state, exists (select from leased) as leased from jobs where job_id = $1`;

const USED = `
select used from usage_monthly
where customer_id = $1 and class = $2 and month = date_trunc('month', now() at time zone 'utc')::date`;

/** An expired Idempotency-Key would block the next job that uses it. */
const FORGET_KEY = `
update jobs set idempotency_lookup = null, body_hash = null
where customer_id = $1 and idempotency_lookup = $2 and created_at < now() - interval '24 hours'`;

export async function admitJob(
  database: Database,
  admission: Admission,
  leaseMs: number,
): Promise<AdmissionOutcome> {
  try {
    return await admit(database, admission, leaseMs);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (error.kind === "unavailable" && error.mayHaveTakenEffect) return { kind: "unknown" };
    throw error;
  }
}

async function admit(
  database: Database,
  admission: Admission,
  leaseMs: number,
): Promise<KnownAdmission> {
  let violation: DatabaseError | undefined;
  try {
    const values = admitValues(admission, leaseMs);
    if ((await database.query(ADMIT, values, { name: "admit-job" })).length > 0)
      return { kind: "admitted", leased: true };
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint === undefined) throw error;
    violation = error;
  }
  const before = await readBack(database, admission.jobId, leaseMs);
  if (before !== undefined) return before;
  if (violation?.constraint === "jobs_idempotency") {
    const forgotten = await forgetKey(database, admission);
    return forgotten ? await admit(database, admission, leaseMs) : { kind: "duplicate" };
  }
  if (violation !== undefined) throw violation;
  return { kind: "quota_exceeded", used: await usedOf(database, admission) };
}

async function readBack(
  database: Database,
  jobId: string,
  leaseMs: number,
): Promise<KnownAdmission | undefined> {
  const row = await database.optional<{ state: string; leased: boolean }>(READ_BACK, [
    jobId,
    leaseMs,
  ]);
  if (row === undefined) return undefined;
  return row.state === "gone" ? { kind: "gone" } : { kind: "admitted", leased: row.leased };
}

async function forgetKey(
  database: Database,
  { customerId, idempotency }: Admission,
): Promise<boolean> {
  return (await database.execute(FORGET_KEY, [customerId, idempotency?.lookup ?? null])) > 0;
}

async function usedOf(database: Database, { customerId, quota }: Admission): Promise<number> {
  const row = await database.optional<{ used: number }>(USED, [customerId, quota.limitClass]);
  return row?.used ?? 0;
}

function admitValues(admission: Admission, leaseMs: number): unknown[] {
  const { jobId, customerId, keyId, requestId, facts, relinkMap, deadline } = admission;
  const { limitClass, limit } = admission.quota;
  return [
    customerId,
    limitClass,
    Number.isFinite(limit) ? limit : null,
    jobId,
    keyId,
    requestId,
    JSON.stringify(facts),
    relinkMap,
    deadline,
    admission.idempotency?.lookup ?? null,
    admission.idempotency?.bodyHash ?? null,
    admission.message,
    leaseMs,
    JSON.stringify(admission.events),
  ];
}
