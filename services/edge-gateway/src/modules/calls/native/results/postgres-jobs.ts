import { type Database, DatabaseError, rowsStatement } from "@veil/postgres-kit";
import pLimit from "p-limit";
import { createBatcher } from "../../../../platform/batcher.ts";
import type { CustomerId } from "../../../accounts/index.ts";
import { insertLeasedEvents } from "../../../audit/postgres.ts";
import type { JobFacts } from "../../trace/job-facts.ts";
import { admitJobs, fairAdmissions } from "../admission/postgres-admission.ts";
import type {
  AdmittedRecord,
  FailedResult,
  JobEnding,
  JobRecord,
  Jobs,
  StoredJob,
} from "../ports.ts";

const FIND = `
select job_id, request_id, customer_id, state, facts, relink_map, answer, finished_at from jobs
where job_id = $1 and state <> 'gone'`;

const ADMITTED = `
select request_id, customer_id, facts, relink_map, certificate_draft from jobs where job_id = $1 and state <> 'gone'`;

// An Idempotency-Key is valid for 24 hours; after that it may be used for a new job.
const FIND_IDEMPOTENT = `
select job_id, body_hash from jobs where customer_id = $1 and idempotency_lookup = any($2)
  and created_at >= now() - interval '24 hours'`;

const STORED = `
select job_id as "jobId", key_id as "keyId" from jobs
where customer_id = $1 and num_nonnulls(relink_map, answer) > 0
order by created_at desc limit $2`;

const TEXTS = "select job_id, relink_map, answer from jobs where job_id = any($1)";

const RULE_OUT = `
insert into jobs (job_id, customer_id, key_id, request_id, state, facts, deadline_at)
values ($1, $2, $3, $4, 'gone', '{}', $5) on conflict (job_id) do nothing`;

const DELETE = `
with gone as (
  update jobs set state = 'gone', facts = '{}', relink_map = null, answer = null, finished_at = null,
    interim_failure = null, finished_by = null, late_at = null, idempotency_lookup = null, body_hash = null,
    certificate_draft = null, usage_class = null, usage_month = null
  where customer_id = $1 and job_id = $2 and state <> 'gone' returning job_id, request_id
), closed as (
  update certificates set openings = null, openings_key_box = null where request_id in (select request_id from gone)
), dropped as (
  delete from job_outbox where job_id in (select job_id from gone)
)
select job_id from gone`;

const KEEP_FAILURE =
  "update jobs set interim_failure = $2 where job_id = $1 and state = 'admitted'";

const RECORD_LATE = `
with late as (
  update jobs set late_at = now()
  where job_id = $1 and state in ('completed', 'failed') and late_at is null
    and finished_by is distinct from $2
  returning job_id, jsonb_strip_nulls(jsonb_build_object('actor', facts -> 'actor',
    'scope', facts -> 'scope', 'subject', facts -> 'subject', 'request_id', request_id)) as owner
), noted as (
  insert into event_outbox (event_id, event)
  select ($3::jsonb ->> 'event_id')::uuid, $3::jsonb || owner from late
)
select job_id from late`;

const DROP_MAPS = "update jobs set relink_map = null where job_id = any($1)";

const OVERDUE = `
select job_id, interim_failure from jobs where state = 'admitted' and deadline_at < $1
order by deadline_at limit $2`;

interface JobRow {
  readonly job_id: string;
  readonly request_id: string;
  readonly customer_id: string;
  readonly state: JobRecord["state"];
  readonly facts: JobFacts;
  readonly relink_map: Buffer | null;
  readonly answer: Buffer | null;
  readonly finished_at: Date | null;
}

type TextsRow = Pick<JobRow, "job_id" | "relink_map" | "answer">;

interface OverdueRow {
  readonly job_id: string;
  readonly interim_failure: FailedResult | null;
}

interface AdmittedRow extends Pick<JobRow, "request_id" | "customer_id" | "facts" | "relink_map"> {
  readonly certificate_draft: Buffer | null;
}

const MAX_BATCH = { items: 32, bytes: 256 * 1024 } as const;

/**
 * Creates the PostgreSQL adapter. Under load, several admissions of a customer share one statement
 * and one commit, and so do several jobs that end.
 * @param connections - the maximum number of connections of `database`
 */
export function createPostgresJobs(database: Database, connections: number): Jobs {
  const finishing = createBatcher({
    run: (given: readonly JobEnding[]) => finishJobs(database, given),
    keyOf: ({ jobId }) => jobId,
    bytesOf: ({ answer }) => answer.length,
    turn: pLimit(1),
    max: MAX_BATCH,
  });
  return {
    admit: fairAdmissions((given) => admitJobs(database, given), connections),
    async find(jobId) {
      const row = await database.optional<JobRow>(FIND, [jobId], { name: "find-job" });
      return row && toRecord(row);
    },
    async admitted(jobId) {
      const row = await database.optional<AdmittedRow>(ADMITTED, [jobId], { name: "admitted-job" });
      return row && toAdmitted(row);
    },
    stored: (customerId, max) => database.query<StoredJob>(STORED, [customerId, max]),
    async texts(jobIds) {
      const rows = await database.query<TextsRow>(TEXTS, [jobIds]);
      return rows.map(({ job_id: jobId, relink_map, answer }) => {
        return { jobId, relinkMap: relink_map ?? undefined, answer: answer ?? undefined };
      });
    },
    async ruleOut({ jobId, customerId, keyId, requestId, deadline }) {
      await database.execute(RULE_OUT, [jobId, customerId, keyId, requestId, deadline]);
    },
    async findIdempotent(customerId, lookups) {
      const row = await database.optional<{ job_id: string; body_hash: Buffer }>(FIND_IDEMPOTENT, [
        customerId,
        lookups,
      ]);
      return row && { jobId: row.job_id, bodyHash: row.body_hash };
    },
    finish: (ending) => finishing.add(ending),
    async keepFailure(jobId, failure) {
      await database.execute(KEEP_FAILURE, [jobId, JSON.stringify(failure)]);
    },
    async recordLate(jobId, digest, event) {
      const values = [jobId, digest, JSON.stringify(event)];
      return (await database.query(RECORD_LATE, values)).length > 0;
    },
    async dropMaps(jobIds) {
      await database.execute(DROP_MAPS, [jobIds], { name: "drop-maps" });
    },
    async delete(customerId, jobId) {
      return (await database.query(DELETE, [customerId, jobId])).length > 0;
    },
    async overdue(before, limit) {
      const rows = await database.query<OverdueRow>(OVERDUE, [before, limit]);
      return rows.map(({ job_id: jobId, interim_failure }) => ({
        jobId,
        interimFailure: interim_failure ?? undefined,
      }));
    },
  };
}

function toAdmitted({ certificate_draft, ...row }: AdmittedRow): AdmittedRecord {
  return { ...ownerOf(row), certificateDraft: certificate_draft ?? undefined };
}

function ownerOf({
  request_id,
  customer_id,
  facts,
  relink_map,
}: Omit<AdmittedRow, "certificate_draft">) {
  const customerId = customer_id as CustomerId;
  return { requestId: request_id, customerId, facts, relinkMap: relink_map ?? undefined };
}

function toRecord(row: JobRow): JobRecord {
  return {
    ...ownerOf(row),
    jobId: row.job_id,
    state: row.state,
    answer: row.answer ?? undefined,
    finishedAt: row.finished_at ?? undefined,
  };
}

// A message that may have been sent either has a delivery in its outbox row or no longer has a row.
// Usage rows are locked in the same order as in other statements, to avoid deadlocks.
const FINISH = rowsStatement<JobEnding>(
  "finish-jobs",
  {
    job_id: { type: "text", of: ({ jobId }) => jobId },
    state: { type: "text", of: ({ state }) => state },
    answer: { type: "bytea", of: ({ answer }) => answer },
    events: { type: "jsonb", of: ({ events }) => JSON.stringify(events) },
    digest: { type: "bytea", of: ({ digest }) => digest },
    record: { type: "bytea", of: ({ certificate }) => certificate?.record },
    openings_key_box: { type: "bytea", of: ({ certificate }) => certificate?.openingsKeyBox },
    openings: { type: "bytea", of: ({ certificate }) => certificate?.openings },
    lease_ms: { type: "double precision", of: ({ certificate }) => certificate?.leaseMs },
    gives_back: { type: "text", of: ({ givesBack }) => givesBack },
  },
  (given) => `
with ${given}, finished as (
  update jobs set state = given.state, answer = given.answer, finished_by = given.digest, interim_failure = null,
    finished_at = now(), certificate_draft = null
  from given where jobs.job_id = given.job_id and jobs.state = 'admitted'
  returning jobs.job_id, jobs.request_id, jobs.customer_id, given.record, given.openings_key_box, given.openings,
    given.lease_ms, given.events, given.gives_back, jobs.usage_class, jobs.usage_month
), dropped as (
  delete from job_outbox where job_id in (select job_id from given)
), recorded as (
  ${insertLeasedEvents("finished, jsonb_array_elements(events) event")}
), certified as (
  insert into certificates (request_id, customer_id, record, openings_key_box, openings, leased_until)
  select request_id, customer_id, record, openings_key_box, openings, now() + lease_ms * interval '1 millisecond'
  from finished where record is not null
), uncounted as materialized (
  select customer_id, usage_class, usage_month from finished
  where gives_back = 'always' or (gives_back = 'if_unsent' and exists (
    select from job_outbox where job_outbox.job_id = finished.job_id and deliveries = 0))
  order by customer_id, usage_class, usage_month
), given_back as materialized (
  select give_back_usage(customer_id, usage_class, usage_month) from uncounted
)
select job_id, (select count(*) from given_back) as given_back from finished`,
);

/**
 * Ends several jobs in one transaction. If the database refuses the transaction, each job is tried
 * separately.
 * @returns for each job whether this call finished it
 */
export async function finishJobs(
  database: Database,
  given: readonly JobEnding[],
): Promise<readonly (boolean | Promise<boolean>)[]> {
  try {
    const rows = await database.query<{ job_id: string }>(...FINISH(given));
    const finished = new Set(rows.map(({ job_id }) => job_id));
    return given.map(({ jobId }) => finished.has(jobId));
  } catch (error) {
    const isRefused = error instanceof DatabaseError && error.kind !== "unavailable";
    if (!isRefused || given.length < 2) throw error;
    const oneAtATime = pLimit(1);
    return given.map((one) =>
      oneAtATime(async () => {
        const [isFinished = false] = await finishJobs(database, [one]);
        return isFinished;
      }),
    );
  }
}
