import type { Database } from "@veil/postgres-kit";
import type { JobOutbox } from "../ports.ts";

// A lease that ran out means that its holder died: what it had sent may have been delivered.
const CLAIM = `
update job_outbox set leased_until = now() + $2 * interval '1 millisecond', deliveries = deliveries + 1
where job_id in (
  select job_id from job_outbox where leased_until < now() and expires_at > now()
  order by leased_until limit $1 for update skip locked)
returning job_id, message, deliveries, expires_at`;

interface OutboxRow {
  readonly job_id: string;
  readonly message: string;
  readonly deliveries: number;
  readonly expires_at: Date;
}

/**
 * @param database - for the counts of deliveries, which must outlive a crash of the server
 * @param repeatable - for what is harmless to repeat; its commits need not wait for the disk
 */
export function createPostgresJobOutbox(
  database: Database,
  repeatable: Database = database,
): JobOutbox {
  return {
    async claim(limit, leaseMs) {
      const rows = await database.query<OutboxRow>(CLAIM, [limit, leaseMs], { name: "claim-jobs" });
      return rows.map(({ job_id, message, deliveries, expires_at }) => ({
        jobId: job_id,
        message,
        deliveries,
        expiresAt: expires_at,
      }));
    },
    async renew(jobIds, leaseMs) {
      await repeatable.execute(
        `update job_outbox set leased_until = now() + $2 * interval '1 millisecond'
         where job_id = any($1)`,
        [jobIds, leaseMs],
      );
    },
    async sent(jobIds) {
      const statement = "delete from job_outbox where job_id = any($1)";
      await repeatable.execute(statement, [jobIds], { name: "sent-jobs" });
    },
    async release(jobId, { delivered, delayMs }) {
      await database.execute(
        `update job_outbox set leased_until = now() + $2 * interval '1 millisecond',
           deliveries = deliveries - $3 where job_id = $1`,
        [jobId, delayMs, delivered ? 0 : 1],
      );
    },
  };
}
