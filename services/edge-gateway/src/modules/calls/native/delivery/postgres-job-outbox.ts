import type { Database } from "@veil/postgres-kit";
import type { CustomerId } from "../../../accounts/index.ts";
import type { JobOutbox } from "../ports.ts";

// Each freed slot causes a claim, so a claim must not read all waiting rows. It finds customers one
// after the other in the index `jobs_waiting` and reads at most as many jobs of each as the
// customer has free slots. The "limit 1" next to a unique key keeps the planner from reading the
// whole outbox for the join. Rows are locked in a second step, because they cannot be numbered and
// locked in one step; that step checks the condition again for the row that it locks. The steps are
// materialized, because the planner may evaluate a subquery of "in" again for each row and then
// lock more rows than `limit` allows. An expired lease means that its holder died after it may have
// delivered the job.
const CLAIM = `
with recursive room as (
  select * from unnest($3::text[], $4::bigint[]) as room (customer_id, jobs)
), customer as (
  (select customer_id from jobs where state = 'admitted' order by customer_id limit 1)
  union all
  select (select customer_id from jobs where state = 'admitted' and customer_id > customer.customer_id
    order by customer_id limit 1)
  from customer where customer_id is not null
), due as materialized (
  select oldest.* from customer left join room using (customer_id) cross join lateral (
    select job_id, customer_id, row_number() over (order by created_at, job_id) as turn, created_at
    from jobs cross join lateral (
      select from job_outbox where job_outbox.job_id = jobs.job_id and leased_until < now() limit 1
    ) free
    where jobs.customer_id = customer.customer_id and state = 'admitted' and deadline_at > now()
    order by created_at, job_id limit coalesce(room.jobs, $5)
  ) oldest
  order by turn, created_at
), next as materialized (
  select locked.job_id, customer_id from due cross join lateral (
    select job_id from job_outbox
    where job_outbox.job_id = due.job_id and leased_until < now() and expires_at > now()
    limit 1 for update skip locked
  ) locked
  limit $1
)
update job_outbox set leased_until = now() + $2 * interval '1 millisecond', deliveries = deliveries + 1
where job_id = any(array(select job_id from next))
returning job_id, (select customer_id from next where next.job_id = job_outbox.job_id), message, deliveries, expires_at`;

const UNFINISHED = `
select job_id from unnest($1::text[]) as held (job_id)
where not exists (select from jobs where jobs.job_id = held.job_id and state in ('completed', 'failed'))`;

const RENEW = `
update job_outbox set leased_until = now() + $2 * interval '1 millisecond' where job_id = any($1)`;

const SENT = "delete from job_outbox where job_id = any($1)";

const RELEASE = `
update job_outbox set leased_until = now() + $2 * interval '1 millisecond', deliveries = deliveries - $3
where job_id = any($1)`;

interface OutboxRow {
  readonly job_id: string;
  readonly customer_id: CustomerId;
  readonly message: string;
  readonly deliveries: number;
  readonly expires_at: Date;
}

/**
 * @param database - the pool for statements that change delivery counts, which must survive a crash
 * of the database server
 * @param repeatable - the pool for statements that can safely be repeated; commits on its
 * connections do not wait for the disk
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
    async release(jobIds, { delivered, delayMs }) {
      await database.execute(RELEASE, [jobIds, delayMs, delivered ? 0 : 1]);
    },
  };
}
