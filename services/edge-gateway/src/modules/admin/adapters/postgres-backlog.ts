import type { Database } from "@veil/postgres-kit";
import type { StoredBacklog, Waiting } from "../ports.ts";

interface BacklogRow {
  readonly name: Exclude<keyof StoredBacklog, "refusedEvents">;
  readonly waiting: number;
  readonly oldestAt: Date | null;
}

// Each line has a partial index, or a table whose rows go when they are done.
const WAITING = `
select 'jobs' as name, count(*)::int as waiting, min(created_at) as "oldestAt"
from jobs where state = 'admitted'
union all select 'jobOutbox', count(*)::int, min(created_at) from job_outbox join jobs using (job_id)
union all select 'eventOutbox', count(*)::int, min(created_at)
  from event_outbox where refused_at is null
union all select 'certificates', count(*)::int, min(created_at)
  from certificates where record is not null and batch_id is null
union all select 'unprovenBatches', count(*)::int, min(created_at)
  from certificate_batches where evidence is null`;

const REFUSED = "select count(*)::int as refused from event_outbox where refused_at is not null";

/** Creates the reader of what waits in the gateway's database. */
export function createPostgresBacklog(database: Database): () => Promise<StoredBacklog> {
  return async function readStored() {
    const rows = await database.query<BacklogRow>(WAITING);
    const waiting = (name: BacklogRow["name"]): Waiting => {
      const row = rows.find((each) => each.name === name);
      if (row === undefined) throw new TypeError("The statement returned too few rows");
      return { waiting: row.waiting, oldestAt: row.oldestAt ?? undefined };
    };
    const [events] = await database.query<{ refused: number }>(REFUSED);
    if (events === undefined) throw new TypeError("An aggregate returned no row");
    return {
      jobs: waiting("jobs"),
      jobOutbox: waiting("jobOutbox"),
      eventOutbox: waiting("eventOutbox"),
      refusedEvents: events.refused,
      certificates: waiting("certificates"),
      unprovenBatches: waiting("unprovenBatches"),
    };
  };
}
