import { setTimeout as sleep } from "node:timers/promises";
import { type Database, DatabaseError } from "@veil/postgres-kit";
import type { Admission, AdmissionOutcome } from "../ports/pipeline.ts";

// One statement, so that job, outbox, events and usage are written together or not at all. The usage row is
// locked for as long as this one statement takes: requests of one customer are counted one after the other.
const ADMIT = `
with counted as (
  insert into usage_monthly as u (customer_id, month, class, used)
  select $1, date_trunc('month', now() at time zone 'utc')::date, $2, 1
  where $3::bigint is null or $3::bigint > 0
  on conflict (customer_id, month, class) do update set used = u.used + 1
    where $3::bigint is null or u.used < $3::bigint
  returning used
), job as (
  insert into jobs (job_id, customer_id, key_id, request_id, facts, relink_map, deadline_at,
    idempotency_lookup, body_hash)
  select $4, $1, $5, $6, $7, $8, $9, $10::bytea, $11::bytea from counted
), outbound as (
  insert into job_outbox (job_id, message, leased_until, expires_at)
  select $4, $12, now() + $13 * interval '1 millisecond', $9 from counted
), noted as (
  insert into event_outbox (event_id, event)
  select (event ->> 'event_id')::uuid, event from counted, jsonb_array_elements($14::jsonb) event
)
select used from counted`;

const USED = `
select used from usage_monthly
where customer_id = $1 and class = $2 and month = date_trunc('month', now() at time zone 'utc')::date`;

const IS_ADMITTED = "select 1 from jobs where job_id = $1";
const LOOK_AGAIN_MS = 200;

/** All of the admission, or nothing; see `Jobs.admit`. */
export async function admitJob(
  database: Database,
  admission: Admission,
  leaseMs: number,
): Promise<AdmissionOutcome> {
  try {
    return await admit(database, admission, leaseMs);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (error.constraint === "jobs_idempotency") return { kind: "duplicate" };
    if (error.kind === "unavailable" && (await wasAdmitted(database, admission.jobId)))
      return { kind: "admitted" };
    throw error;
  }
}

async function admit(
  database: Database,
  admission: Admission,
  leaseMs: number,
): Promise<AdmissionOutcome> {
  const { customerId, quota } = admission;
  const values = admitValues(admission, leaseMs);
  if ((await database.query(ADMIT, values, { name: "admit-job" })).length > 0)
    return { kind: "admitted" };
  const row = await database.optional<{ used: number }>(USED, [customerId, quota.limitClass]);
  return { kind: "quota_exceeded", used: row?.used ?? 0 };
}

/** The connection may have been lost after the commit: then the job is admitted, whatever the error says. */
async function wasAdmitted(database: Database, jobId: string): Promise<boolean> {
  await sleep(LOOK_AGAIN_MS);
  try {
    return (await database.query(IS_ADMITTED, [jobId])).length > 0;
  } catch {
    return false;
  }
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
