import { type Database, DatabaseError, type Queryable, rowsStatement } from "@veil/postgres-kit";
import pLimit from "p-limit";
import { type Batcher, type BatcherOptions, createBatcher } from "../../../../platform/batcher.ts";
import { busy, FairQueue, tooManyWaiting, WAITING_CALLS } from "../../../../platform/fair-queue.ts";
import { type CustomerId, customerDeletedError } from "../../../accounts/index.ts";
import { insertLeasedEvents } from "../../../audit/postgres.ts";
import {
  COUNTED,
  isCustomerMissing,
  quotaParameter,
  usedThisMonth,
} from "../../prepare/postgres-used-quota.ts";
import type { Admission, AdmissionOutcome, KnownAdmission } from "../ports.ts";

// One statement, so that job, outbox row, events and usage are written together or not at all. It
// locks usage rows, so requests of one customer are counted one after the other. A retry violates a
// unique index, which rolls back the whole statement; with "on conflict do nothing" for the job, the
// retry would still be counted. The jobs that are not returned do not fit together in the quota.
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
with ${given}, ${COUNTED}, admitted as materialized (
  select given.*, month from given join counted using (customer_id, class)
), job as (
  insert into jobs (job_id, customer_id, key_id, request_id, facts, relink_map, certificate_draft,
    deadline_at, idempotency_lookup, body_hash, usage_class, usage_month)
  select job_id, customer_id, key_id, request_id, facts, relink_map, certificate_draft, deadline_at, lookup, body_hash,
    class, month
  from admitted
), outbound as (
  insert into job_outbox (job_id, message, leased_until, expires_at)
  select job_id, message, now() + lease_ms * interval '1 millisecond', deadline_at from admitted
), recorded as (
  ${insertLeasedEvents("admitted, jsonb_array_elements(events) event")}
)
select job_id from admitted`,
);

// A row with more than one delivery was claimed by another replica, which sends it.
const READ_BACK = `
with leased as (
  update job_outbox set leased_until = now() + $2 * interval '1 millisecond'
  where job_id = $1 and deliveries = 1 returning job_id
)
select state, exists (select from leased) as leased from jobs where job_id = $1`;

/** Removes an expired Idempotency-Key, which would otherwise block the next job that uses it. */
const FORGET_KEY = `
update jobs set idempotency_lookup = null, body_hash = null
where customer_id = $1 and idempotency_lookup = $2 and created_at < now() - interval '24 hours'`;

// The unique index compares HMACs of one data key. While replicas disagree about the current key,
// two of them could admit the same Idempotency-Key, so they look for it one after the other.
const LOCK_CUSTOMER = "select pg_advisory_xact_lock(hashtextextended($1, 0))";
const KNOWN = `
select encode(idempotency_lookup, 'hex') as lookup from jobs
where customer_id = $1 and idempotency_lookup = any($2) and created_at >= now() - interval '24 hours'`;

const ADMITTED = { kind: "admitted", leased: true } as const;
const UNKNOWN = { kind: "unknown" } as const;

/**
 * Admits jobs of one customer in one transaction. Jobs that it does not admit are tried one by one,
 * so that as many are admitted as fit in the quota.
 */
export async function admitJobs(
  database: Database,
  given: readonly LeasedAdmission[],
): Promise<readonly (AdmissionOutcome | Promise<AdmissionOutcome>)[]> {
  try {
    const admitted = await admit(database, given);
    const isAdmitted = ({ admission }: LeasedAdmission) => admitted.has(admission.jobId);
    if (given.every(isAdmitted)) return given.map(() => ADMITTED);
    const oneAtATime = pLimit(1);
    const separately = given.length === 1 ? refused : admitOne;
    return given.map((one) =>
      isAdmitted(one)
        ? ADMITTED
        : oneAtATime(() => knownOrUnknown(() => separately(database, one))),
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
  const [first] = given;
  if (first === undefined || given.every((one) => otherLookups(one).length === 0))
    return await insert(database, given);
  return await database.transaction(async (tx) => {
    await tx.query(LOCK_CUSTOMER, [first.admission.customerId]);
    const known = await knownOtherwise(tx, given);
    return await insert(
      tx,
      given.filter((one) => !known.has(one)),
    );
  });
}

async function insert(database: Queryable, given: readonly LeasedAdmission[]) {
  if (given.length === 0) return new Set<string>();
  const rows = await database.query<{ job_id: string }>(...ADMIT(given));
  return new Set(rows.map(({ job_id }) => job_id));
}

function otherLookups({ admission: { idempotency } }: LeasedAdmission): readonly Uint8Array[] {
  return idempotency?.others.map(({ lookup }) => lookup) ?? [];
}

/**
 * Returns the admissions of one customer whose Idempotency-Key is stored under another data key
 * than the current one.
 */
async function knownOtherwise(database: Queryable, given: readonly LeasedAdmission[]) {
  const values = [given[0]?.admission.customerId, given.flatMap(otherLookups)];
  const rows = await database.query<{ lookup: string }>(KNOWN, values);
  const lookups = new Set(rows.map(({ lookup }) => lookup));
  const isKnown = (lookup: Uint8Array) => lookups.has(Buffer.from(lookup).toString("hex"));
  return new Set(given.filter((one) => otherLookups(one).some(isKnown)));
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

/**
 * Returns the outcome of a job that was not inserted. `violation` is undefined if the job was over
 * the quota.
 */
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
  if ((await knownOtherwise(database, [one])).has(one)) return { kind: "duplicate" };
  return { kind: "quota_exceeded", used: await usedThisMonth(database, one.admission) };
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

const MAX_WAIT_MS = 10_000;
const MAX_BATCH = { items: 32, bytes: 256 * 1024 } as const;

interface LeasedAdmission {
  readonly admission: Admission;
  readonly leaseMs: number;
}

type CustomerBatcher = Batcher<LeasedAdmission, AdmissionOutcome>;
type AdmitJobs = BatcherOptions<LeasedAdmission, AdmissionOutcome>["run"];

/**
 * Batches admissions. Admissions of one customer lock the same row, so all that arrive while a
 * batch of the customer is in flight form the next batch. Half of the pool's connections stay
 * free for other work; customers take turns for the other half.
 */
export function fairAdmissions(admitJobs: AdmitJobs, connections: number) {
  const part = (of: number) => Math.max(1, Math.floor(connections / of));
  const queue = new FairQueue({
    inFlight: {
      all: { calls: part(2), bytes: Number.POSITIVE_INFINITY },
      own: { calls: 1, bytes: Number.POSITIVE_INFINITY },
    },
    waiting: WAITING_CALLS,
  });
  const batchers = new Map<CustomerId, CustomerBatcher>();
  let pending = 0;

  function batcherOf(owner: CustomerId): CustomerBatcher {
    const known = batchers.get(owner);
    if (known !== undefined) return known;
    const batcher = createBatcher({
      run: admitJobs,
      keyOf: ({ admission }: LeasedAdmission) => admission.jobId,
      bytesOf: ({ admission }) => admission.message.length + admission.relinkMap.length,
      turn: (work) => queue.run({ owner, bytes: 0, maxWaitMs: MAX_WAIT_MS }, work),
      max: MAX_BATCH,
    });
    batchers.set(owner, batcher);
    return batcher;
  }

  return async function admit(admission: Admission, leaseMs: number): Promise<AdmissionOutcome> {
    const { customerId } = admission;
    const batcher = batcherOf(customerId);
    if (batcher.waiting >= WAITING_CALLS.own.calls) throw tooManyWaiting();
    if (pending >= WAITING_CALLS.all.calls) throw busy();
    pending++;
    try {
      return await batcher.add({ admission, leaseMs });
    } finally {
      pending--;
      // Batches in flight no longer need the batcher, and the next admission creates a new batcher.
      if (batcher.waiting === 0) batchers.delete(customerId);
    }
  };
}
