import type { Database } from "@veil/postgres-kit";
import type { CustomerId } from "../../accounts/index.ts";
import type { JobOutbox } from "../ports.ts";

// Rows are locked in a second step, since none can be numbered and locked at once; its condition holds for the row that it locks.
// Materialized: as a subquery of "in" the planner may evaluate it again for each row, and so lock more rows than `limit` says.
// An expired lease means that its holder died; its send may have been delivered.
const CLAIM = `
with room as (
  select * from unnest($3::text[], $4::bigint[]) as room (customer_id, jobs)
), due as materialized (
  select job_id, customer_id, created_at,
    row_number() over (partition by customer_id order by created_at, job_id) as turn
  from job_outbox join jobs using (job_id) where leased_until < now() and expires_at > now()
), next as materialized (
  select job_id, customer_id from job_outbox join due using (job_id) left join room using (customer_id)
  where turn <= coalesce(room.jobs, $5) and leased_until < now() and expires_at > now()
  order by turn, created_at limit $1 for update of job_outbox skip locked
)
update job_outbox set leased_until = now() + $2 * interval '1 millisecond', deliveries = deliveries + 1
from next where job_outbox.job_id = next.job_id
returning job_outbox.job_id, customer_id, message, deliveries, expires_at`;

const UNFINISHED = `
select job_id from unnest($1::text[]) as held (job_id)
where not exists (select from jobs where jobs.job_id = held.job_id and state in ('completed', 'failed'))`;

const RENEW = `
update job_outbox set leased_until = now() + $2 * interval '1 millisecond' where job_id = any($1)`;

const SENT = "delete from job_outbox where job_id = any($1)";

const RELEASE = `
update job_outbox set leased_until = now() + $2 * interval '1 millisecond', deliveries = deliveries - $3
where job_id = $1`;

interface OutboxRow {
  readonly job_id: string;
  readonly customer_id: CustomerId;
  readonly message: string;
  readonly deliveries: number;
  readonly expires_at: Date;
}

/**
 * @param database - for counts of deliveries, which must survive a crash of the server
 * @param repeatable - for statements that may be repeated; its commits do not wait for the disk
 */
export function createPostgresJobOutbox(
  database: Database,
  repeatable: Database = database,
): JobOutbox {
  return {
    async claim(limit, leaseMs, { of, others }) {
      const values = [limit, leaseMs, [...of.keys()], [...of.values()], others];
      const rows = await database.query<OutboxRow>(CLAIM, values, { name: "claim-jobs" });
      return rows.map(({ job_id, customer_id, message, deliveries, expires_at }) => ({
        jobId: job_id,
        customerId: customer_id,
        message,
        deliveries,
        expiresAt: expires_at,
      }));
    },
    async unfinished(jobIds) {
      const rows = await database.query<{ job_id: string }>(UNFINISHED, [jobIds]);
      return rows.map(({ job_id }) => job_id);
    },
    async renew(jobIds, leaseMs) {
      await repeatable.execute(RENEW, [jobIds, leaseMs]);
    },
    async sent(jobIds) {
      await repeatable.execute(SENT, [jobIds], { name: "sent-jobs" });
    },
    async release(jobId, { delivered, delayMs }) {
      await database.execute(RELEASE, [jobId, delayMs, delivered ? 0 : 1]);
    },
  };
}
