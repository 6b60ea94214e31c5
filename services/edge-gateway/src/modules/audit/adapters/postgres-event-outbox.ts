import type { AuditEvent } from "@veil/contracts/audit";
import type { Database } from "@veil/postgres-kit";
import type { EventOutbox } from "../ports.ts";
import { createInsertsInBatches } from "./inserts-in-batches.ts";

// Materialized, because the planner may evaluate a subquery of "in" again for each row, and so lock
// more rows than `limit` says.
const LEASE = `
with due as materialized (
  select event_id from event_outbox where refused_at is null and leased_until < now()
  order by created_at limit $1 for update skip locked
), leased as (
  update event_outbox set leased_until = now() + $2 * interval '1 millisecond'
  from due where event_outbox.event_id = due.event_id
  returning event, created_at
)
select event from leased order by created_at`;
const TAKEN = "delete from event_outbox where event_id = any($1)";
const REFUSED = "update event_outbox set refused_at = now() where event_id = $1";
const RELEASE = "update event_outbox set leased_until = '-infinity' where event_id = any($1)";

const WAITING = `
select event from (
  select event, created_at from event_outbox where refused_at is null
  order by created_at desc limit $1
) newest order by created_at`;

/**
 * @param database - for events that no other statement stores
 * @param repeatable - for statements that may be repeated; its commits do not wait for the disk
 */
export function createPostgresEventOutbox(
  database: Database,
  repeatable: Database = database,
): EventOutbox {
  const adding = createInsertsInBatches(database);
  return {
    add: (events) => adding.add(events),
    async lease(limit, leaseMs) {
      const values = [limit, leaseMs];
      const rows = await repeatable.query<{ event: AuditEvent }>(LEASE, values, {
        name: "lease-events",
      });
      return rows.map(({ event }) => event);
    },
    async taken(eventIds) {
      await repeatable.execute(TAKEN, [eventIds], { name: "taken-events" });
    },
    async refused(eventId) {
      await repeatable.execute(REFUSED, [eventId]);
    },
    async release(eventIds) {
      await repeatable.execute(RELEASE, [eventIds]);
    },
    async waiting(limit) {
      const rows = await repeatable.query<{ event: AuditEvent }>(WAITING, [limit]);
      return rows.map(({ event }) => event);
    },
  };
}
