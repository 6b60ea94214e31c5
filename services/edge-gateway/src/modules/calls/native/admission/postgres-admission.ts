import { type Database, DatabaseError, rowsStatement } from "@veil/postgres-kit";
import pLimit from "p-limit";
import { customerDeletedError } from "../../../accounts/index.ts";
import { quotaParameter, usedThisMonth } from "../../prepare/postgres-used-quota.ts";
import type { AdmissionOutcome, KnownAdmission } from "../ports.ts";
import type { LeasedAdmission } from "./fair-admissions.ts";

// One statement, so that job, outbox, events and usage are written together or not at all. It locks
// the usage row, so requests of one customer are counted one after the other, and in the order of
// the other statements that lock usage rows, so that two cannot wait for each other. A repetition
// violates a unique index, which undoes all of it; with "on conflict do nothing" at the job it
// would still count. Jobs that are not returned were over the quota.
const ADMIT = rowsStatement<LeasedAdmission>(
  "admit-jobs",
  {
    customer_id: { type: "text", of: ({ admission }) => admission.customerId },
    class: { type: "text", of: ({ admission }) => admission.quota.limitClass },
    quota: { type: "bigint", of: ({ admission }) => quotaParameter(admission.quota) },
    job_id: { type: "text", of: ({ admission }) => admission.jobId },
    key_id: { type: "text", of: ({ admission }) => admission.keyId },
    request_id: { type: "text", of: ({ admission }) => admission.requestId },
    facts: { type: "jsonb", of: ({ admission }) => JSON.stringify(admission.facts) },
    relink_map: { type: "bytea", of: ({ admission }) => admission.relinkMap },
    certificate_draft: {
      type: "bytea",
      of: ({ admission }) => admission.certificateDraft,
    },
    deadline_at: { type: "timestamptz", of: ({ admission }) => admission.deadline },
    lookup: { type: "bytea", of: ({ admission }) => admission.idempotency?.lookup },
    body_hash: { type: "bytea", of: ({ admission }) => admission.idempotency?.bodyHash },
    message: { type: "text", of: ({ admission }) => admission.message },
    lease_ms: { type: "double precision", of: ({ leaseMs }) => leaseMs },
    events: { type: "jsonb", of: ({ admission }) => JSON.stringify(admission.events) },
  },
  (given) => `
with ${given}, numbered as (
  select given.*, row_number() over () as place from given
), in_order as materialized (
  select * from numbered order by customer_id, class, place
), counted as materialized (
  select in_order.*, count_usage(customer_id, class, quota) as used from in_order
), admitted as materialized (
  select * from counted where used is not null
), job as (
  insert into jobs (job_id, customer_id, key_id, request_id, facts, relink_map, certificate_draft,
    deadline_at, idempotency_lookup, body_hash, usage_class, usage_month)
  select job_id, customer_id, key_id, request_id, facts, relink_map, certificate_draft, deadline_at, lookup, body_hash,
    class, date_trunc('month', now() at time zone 'utc')::date
  from admitted
), outbound as (
  insert into job_outbox (job_id, message, leased_until, expires_at)
  select job_id, message, now() + lease_ms * interval '1 millisecond', deadline_at from admitted
), recorded as (
  insert into event_outbox (event_id, event)
  select (event ->> 'event_id')::uuid, event from admitted, jsonb_array_elements(events) event
)
select job_id from admitted`,
);

// A row that another replica has claimed has more than one delivery; that replica sends it.
const READ_BACK = `
with leased as (
  update job_outbox set leased_until = now() + $2 * interval '1 millisecond'
  where job_id = $1 and deliveries = 1 returning job_id
)
select state, exists (select from leased) as leased from jobs where job_id = $1`;

/** An expired Idempotency-Key would block the next job that uses it. */
const FORGET_KEY = `
update jobs set idempotency_lookup = null, body_hash = null
where customer_id = $1 and idempotency_lookup = $2 and created_at < now() - interval '24 hours'`;

const ADMITTED = { kind: "admitted", leased: true } as const;
const UNKNOWN = { kind: "unknown" } as const;

/** Admits jobs of one customer in one transaction, then resolves each that was not admitted. */
export async function admitJobs(
  database: Database,
  given: readonly LeasedAdmission[],
): Promise<readonly (AdmissionOutcome | Promise<AdmissionOutcome>)[]> {
  try {
    const admitted = await admit(database, given);
    const isAdmitted = ({ admission }: LeasedAdmission) => admitted.has(admission.jobId);
    if (given.every(isAdmitted)) return given.map(() => ADMITTED);
    const oneAtATime = pLimit(1);
    return given.map((one) =>
      isAdmitted(one) ? ADMITTED : oneAtATime(() => knownOrUnknown(() => refused(database, one))),
    );
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (error.mayHaveTakenEffect) return given.map(() => UNKNOWN);
    if (error.constraint === undefined) throw error;
    const [first] = given;
    if (first !== undefined && given.length === 1)
      return [knownOrUnknown(() => refused(database, first, error))];
    const oneAtATime = pLimit(1);
    return given.map((one) => oneAtATime(() => knownOrUnknown(() => admitOne(database, one))));
  }
}

async function admit(database: Database, given: readonly LeasedAdmission[]) {
  const rows = await database.query<{ job_id: string }>(...ADMIT(given));
  return new Set(rows.map(({ job_id }) => job_id));
}

async function knownOrUnknown(work: () => Promise<KnownAdmission>): Promise<AdmissionOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseError && error.mayHaveTakenEffect) return UNKNOWN;
    throw error;
  }
}

async function admitOne(database: Database, one: LeasedAdmission): Promise<KnownAdmission> {
  try {
    const admitted = await admit(database, [one]);
    return admitted.size > 0 ? ADMITTED : await refused(database, one);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint === undefined) throw error;
    return refused(database, one, error);
  }
}

/** `violation`: undefined when the job was over the quota. */
async function refused(
  database: Database,
  one: LeasedAdmission,
  violation?: DatabaseError,
): Promise<KnownAdmission> {
  const before = await readBack(database, one);
  if (before !== undefined) return before;
  if (violation?.constraint === "jobs_idempotency") {
    const isForgotten = await forgetKey(database, one);
    return isForgotten ? admitOne(database, one) : { kind: "duplicate" };
  }
  if (isCustomerMissing(violation)) throw customerDeletedError();
  if (violation !== undefined) throw violation;
  return { kind: "quota_exceeded", used: await usedThisMonth(database, one.admission) };
}

/** Returns whether the customer was deleted since the key was checked. */
function isCustomerMissing(violation: DatabaseError | undefined): boolean {
  return violation?.constraint?.endsWith("_customer_id_fkey") ?? false;
}

async function readBack(
  database: Database,
  { admission, leaseMs }: LeasedAdmission,
): Promise<KnownAdmission | undefined> {
  const values = [admission.jobId, leaseMs];
  const row = await database.optional<{ state: string; leased: boolean }>(READ_BACK, values);
  if (row === undefined) return undefined;
  return row.state === "gone" ? { kind: "gone" } : { kind: "admitted", leased: row.leased };
}

async function forgetKey(database: Database, { admission }: LeasedAdmission): Promise<boolean> {
  const { customerId, idempotency } = admission;
  return (await database.execute(FORGET_KEY, [customerId, idempotency?.lookup])) > 0;
}
