import { type Database, DatabaseError } from "@veil/postgres-kit";
import type { CustomerId } from "../domain/accounts/caller.ts";
import type { JobFacts } from "../domain/pipeline/job-facts.ts";
import type { Admission, AdmissionOutcome, JobRecord, Jobs } from "../ports/pipeline.ts";

// One statement, so that job, outbox, events and usage are written together or not at all. The usage row is
// taken last of all that can block, and held for no longer than the commit.
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
    idempotency_lookup, body_hash, keep_map)
  select $4, $1, $5, $6, $7, $8, $9, $10::bytea, $11::bytea, $10::bytea is not null from counted
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

const FIND = `
select job_id, customer_id, key_id, request_id, state, facts, relink_map, keep_map, answer,
  created_at, deadline_at, finished_at
from jobs where job_id = $1`;

const FINISH = `
with done as (
  update jobs set state = $2, answer = $3, finished_at = now()
  where job_id = $1 and state = 'admitted'
  returning job_id, jsonb_build_object('actor', facts -> 'actor', 'scope', facts -> 'scope',
    'request_id', request_id) as subject
), dropped as (
  delete from job_outbox where job_id = $1
), noted as (
  insert into event_outbox (event_id, event)
  select (event ->> 'event_id')::uuid, event || subject from done, jsonb_array_elements($4::jsonb) event
)
select job_id from done`;

interface JobRow {
  readonly job_id: string;
  readonly customer_id: string;
  readonly key_id: string;
  readonly request_id: string;
  readonly state: JobRecord["state"];
  readonly facts: JobFacts;
  readonly relink_map: Buffer | null;
  readonly keep_map: boolean;
  readonly answer: Buffer | null;
  readonly created_at: Date;
  readonly deadline_at: Date;
  readonly finished_at: Date | null;
}

export function createPostgresJobs(database: Database): Jobs {
  async function admit(admission: Admission, leaseMs: number): Promise<AdmissionOutcome> {
    const { customerId, quota } = admission;
    const admitted = await database.query(ADMIT, admitValues(admission, leaseMs), {
      name: "admit-job",
    });
    if (admitted.length > 0) return { kind: "admitted" };
    const row = await database.optional<{ used: number }>(USED, [customerId, quota.limitClass]);
    return { kind: "quota_exceeded", used: row?.used ?? 0 };
  }

  return {
    async admit(admission, leaseMs) {
      try {
        return await admit(admission, leaseMs);
      } catch (error) {
        if (error instanceof DatabaseError && error.constraint === "jobs_idempotency")
          return { kind: "duplicate" };
        throw error;
      }
    },
    async find(jobId) {
      const row = await database.optional<JobRow>(FIND, [jobId], { name: "find-job" });
      return row && toRecord(row);
    },
    async findIdempotent(customerId, lookup) {
      // A key is remembered for 24 hours; after that it names a new job.
      await database.execute(
        `update jobs set idempotency_lookup = null, body_hash = null where customer_id = $1 and idempotency_lookup = $2
         and created_at < now() - interval '24 hours'`,
        [customerId, lookup],
      );
      const row = await database.optional<{ job_id: string; body_hash: Buffer }>(
        "select job_id, body_hash from jobs where customer_id = $1 and idempotency_lookup = $2",
        [customerId, lookup],
      );
      return row && { jobId: row.job_id, bodyHash: row.body_hash };
    },
    async finish(jobId, state, answer, events) {
      const values = [jobId, state, answer, JSON.stringify(events)];
      return (await database.query(FINISH, values, { name: "finish-job" })).length > 0;
    },
    async keepMap(jobId) {
      await database.execute("update jobs set keep_map = true where job_id = $1", [jobId]);
    },
    async dropMaps(jobIds) {
      const drop = "update jobs set relink_map = null where job_id = any($1) and not keep_map";
      await database.execute(drop, [jobIds], { name: "drop-maps" });
    },
    async delete(customerId, jobId) {
      const statement = "delete from jobs where customer_id = $1 and job_id = $2";
      return (await database.execute(statement, [customerId, jobId])) > 0;
    },
    async overdue(before, limit) {
      const rows = await database.query<{ job_id: string }>(
        `select job_id from jobs where state = 'admitted' and deadline_at < $1
         order by deadline_at limit $2`,
        [before, limit],
      );
      return rows.map(({ job_id }) => job_id);
    },
  };
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

function toRecord(row: JobRow): JobRecord {
  return {
    jobId: row.job_id,
    customerId: row.customer_id as CustomerId,
    keyId: row.key_id,
    requestId: row.request_id,
    state: row.state,
    facts: row.facts,
    relinkMap: row.relink_map ?? undefined,
    answer: row.answer ?? undefined,
    keepMap: row.keep_map,
    createdAt: row.created_at,
    deadline: row.deadline_at,
    finishedAt: row.finished_at ?? undefined,
  };
}
