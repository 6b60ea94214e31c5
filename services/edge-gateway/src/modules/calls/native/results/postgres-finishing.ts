import { type Database, DatabaseError, rowsStatement } from "@veil/postgres-kit";
import pLimit from "p-limit";
import type { JobEnding } from "../ports.ts";

// A message that may have been sent has a delivery in its outbox row, or no row any more. Usage is
// given back in the order in which other statements lock it, so that two cannot wait for each
// other.
const FINISH = rowsStatement<JobEnding>(
  "finish-jobs",
  {
    job_id: { type: "text", of: ({ jobId }) => jobId },
    state: { type: "text", of: ({ state }) => state },
    answer: { type: "bytea", of: ({ answer }) => answer },
    events: { type: "jsonb", of: ({ events }) => JSON.stringify(events) },
    digest: { type: "bytea", of: ({ digest }) => digest },
    pending: { type: "bytea", of: ({ certificate }) => certificate?.pending },
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
  returning jobs.job_id, jobs.request_id, jobs.customer_id, given.pending, given.openings_key_box, given.openings,
    given.lease_ms, given.events, given.gives_back, jobs.usage_class, jobs.usage_month, jsonb_strip_nulls(jsonb_build_object('actor', jobs.facts -> 'actor',
    'scope', jobs.facts -> 'scope', 'subject', jobs.facts -> 'subject', 'request_id', jobs.request_id)) as owner
), dropped as (
  delete from job_outbox where job_id in (select job_id from given)
), recorded as (
  insert into event_outbox (event_id, event)
  select (event ->> 'event_id')::uuid, event || owner from finished, jsonb_array_elements(events) event
), certified as (
  insert into certificates (request_id, customer_id, pending, openings_key_box, openings, leased_until)
  select request_id, customer_id, pending, openings_key_box, openings, now() + lease_ms * interval '1 millisecond'
  from finished where pending is not null
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
 * Ends different jobs in one transaction. When the server refuses it as a whole, each is tried on
 * its own.
 * @returns whether this call finished each of them
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
