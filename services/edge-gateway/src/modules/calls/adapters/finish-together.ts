import { type Database, DatabaseError } from "@veil/postgres-kit";
import type { Finishing } from "./batched-jobs.ts";

const FINISH = `
with done as (
  update jobs set state = $2, answer = $3, finished_by = $5, interim_failure = null, finished_at = now()
  where job_id = $1 and state = 'admitted'
  returning job_id, jsonb_build_object('actor', facts -> 'actor', 'scope', facts -> 'scope',
    'request_id', request_id) as subject
), dropped as (
  delete from job_outbox where job_id = $1
), recorded as (
  insert into event_outbox (event_id, event)
  select (event ->> 'event_id')::uuid, event || subject from done, jsonb_array_elements($4::jsonb) event
)
select job_id from done`;

const FINISH_TOGETHER = `
with given as materialized (
  select * from json_to_recordset($1::json) as given (job_id text, state text, answer text, finished_by text, events json)
), done as (
  update jobs set state = given.state, answer = decode(given.answer, 'base64'),
    finished_by = decode(given.finished_by, 'base64'), interim_failure = null, finished_at = now()
  from given where jobs.job_id = given.job_id and jobs.state = 'admitted'
  returning jobs.job_id, given.events, jsonb_build_object('actor', jobs.facts -> 'actor', 'scope', jobs.facts -> 'scope',
    'request_id', jobs.request_id) as subject
), dropped as (
  delete from job_outbox where job_id in (select job_id from given)
), recorded as (
  insert into event_outbox (event_id, event)
  select (event ->> 'event_id')::uuid, event::jsonb || subject from done, json_array_elements(events) event
)
select job_id from done`;

export async function finishJob(database: Database, given: Finishing): Promise<boolean> {
  const { jobId, state, answer, events, digest } = given;
  const values = [jobId, state, answer, JSON.stringify(events), digest ?? null];
  return (await database.query(FINISH, values, { name: "finish-job" })).length > 0;
}

/** Several jobs in one transaction. Where the whole of it is refused, each is tried by itself. */
export async function finishTogether(
  database: Database,
  given: readonly Finishing[],
): Promise<readonly boolean[]> {
  const [first] = given;
  if (first !== undefined && given.length === 1) return [await finishJob(database, first)];
  try {
    const finished = await finishAll(database, given);
    return given.map(({ jobId }) => finished.has(jobId));
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.kind === "unavailable") throw error;
    const results: boolean[] = [];
    for (const one of given) results.push(await finishJob(database, one));
    return results;
  }
}

async function finishAll(database: Database, given: readonly Finishing[]) {
  const values = [JSON.stringify(given.map(rowOf))];
  const options = { name: "finish-jobs" };
  const rows = await database.query<{ job_id: string }>(FINISH_TOGETHER, values, options);
  return new Set(rows.map(({ job_id }) => job_id));
}

function rowOf({ jobId, state, answer, events, digest }: Finishing) {
  return {
    job_id: jobId,
    state,
    answer: Buffer.from(answer).toString("base64"),
    finished_by: digest === undefined ? null : Buffer.from(digest).toString("base64"),
    events,
  };
}
