import type { Database } from "@veil/postgres-kit";
import type { JobOutbox } from "../ports.ts";

// Materialized: as a subquery of "in" the planner may evaluate it again for each row, and so lock more rows than `limit` says.
// An expired lease means that its holder died; its send may have been delivered.
const CLAIM = `
with due as materialized (
  select job_id from job_outbox where leased_until < now() and expires_at > now()
  order by leased_until limit $1 for update skip locked
)
update job_outbox set leased_until = now() + $2 * interval '1 millisecond', deliveries = deliveries + 1
from due where job_outbox.job_id = due.job_id
returning job_outbox.job_id, message, deliveries, expires_at`;

const RENEW = `
update job_outbox set leased_until = now() + $2 * interval '1 millisecond' where job_id = any($1)`;

const SENT = "delete from job_outbox where job_id = any($1)";

const RELEASE = `
update job_outbox set leased_until = now() + $2 * interval '1 millisecond', deliveries = deliveries - $3
where job_id = $1`;

interface OutboxRow {
  readonly job_id: string;
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
