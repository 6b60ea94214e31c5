import { type Database, DatabaseError } from "@veil/postgres-kit";
import type { AdmissionOutcome } from "../ports.ts";
import type { LeasedAdmission } from "./fair-admissions.ts";
import { admitJob } from "./postgres-admission.ts";

// Each job is stored whole and counted, or not at all; those missing in the result were refused.
const ADMIT_TOGETHER = `
with counted as materialized (
  select given.*, count_usage(customer_id, class, quota) as used
  from json_to_recordset($1::json) as given (customer_id text, class text, quota bigint, job_id text, key_id text,
    request_id text, facts jsonb, relink_map text, deadline_at timestamptz, idempotency_lookup text, body_hash text,
    message text, lease_ms double precision, events json)
), admitted as materialized (
  select * from counted where used is not null
), job as (
  insert into jobs (job_id, customer_id, key_id, request_id, facts, relink_map, deadline_at,
    idempotency_lookup, body_hash)
  select job_id, customer_id, key_id, request_id, facts, decode(relink_map, 'base64'), deadline_at,
    decode(idempotency_lookup, 'base64'), decode(body_hash, 'base64') from admitted
), outbound as (
  insert into job_outbox (job_id, message, leased_until, expires_at)
  select job_id, message, now() + lease_ms * interval '1 millisecond', deadline_at from admitted
), recorded as (
  insert into event_outbox (event_id, event)
  select (event ->> 'event_id')::uuid, event::jsonb from admitted, json_array_elements(events) event
)
select job_id from admitted`;

/** Admissions of one customer in one transaction. When it is refused as a whole, each is tried alone. */
export async function admitTogether(
  database: Database,
  given: readonly LeasedAdmission[],
): Promise<readonly AdmissionOutcome[]> {
  const admitOne = ({ admission, leaseMs }: LeasedAdmission) =>
    admitJob(database, admission, leaseMs);
  const [first] = given;
  if (first !== undefined && given.length === 1) return [await admitOne(first)];
  let admitted: ReadonlySet<string>;
  try {
    admitted = await admitAll(database, given);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (error.mayHaveTakenEffect) return given.map(() => ({ kind: "unknown" }));
    if (error.kind === "unavailable") throw error;
    admitted = new Set();
  }
  const outcomes: AdmissionOutcome[] = [];
  for (const one of given)
    outcomes.push(
      admitted.has(one.admission.jobId) ? { kind: "admitted", leased: true } : await admitOne(one),
    );
  return outcomes;
}

async function admitAll(database: Database, given: readonly LeasedAdmission[]) {
  const values = [JSON.stringify(given.map(rowOf))];
  const options = { name: "admit-jobs" };
  const rows = await database.query<{ job_id: string }>(ADMIT_TOGETHER, values, options);
  return new Set(rows.map(({ job_id }) => job_id));
}

function rowOf({ admission, leaseMs }: LeasedAdmission) {
  const { jobId, customerId, keyId, requestId, facts, relinkMap, deadline } = admission;
  const { quota, idempotency, message, events } = admission;
  return {
    customer_id: customerId,
    class: quota.limitClass,
    quota: Number.isFinite(quota.limit) ? quota.limit : null,
    job_id: jobId,
    key_id: keyId,
    request_id: requestId,
    facts,
    relink_map: base64(relinkMap),
    deadline_at: deadline,
    idempotency_lookup: idempotency ? base64(idempotency.lookup) : null,
    body_hash: idempotency ? base64(idempotency.bodyHash) : null,
    message,
    lease_ms: leaseMs,
    events,
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
