import type { AuditEvent } from "@veil/contracts/audit";
import { type Database, DatabaseError } from "@veil/postgres-kit";
import pLimit from "p-limit";
import { type Batcher, createBatcher } from "../../../platform/batcher.ts";
import type { EventOutbox } from "../ports.ts";
import { insertLeasedEvents } from "../postgres.ts";

const ADD = `${insertLeasedEvents("jsonb_array_elements($1::jsonb) event")}
on conflict (event_id) do nothing`;

// Materialized, because the planner may evaluate a subquery of "in" again for each row and then
// lock more rows than `limit` allows.
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
 * @param database - the pool for adding events, which no other statement stores
 * @param repeatable - the pool for statements that can safely be repeated; commits on its
 * connections do not wait for the disk
 */
export function createPostgresEventOutbox(
  database: Database,
  repeatable: Database = database,
): EventOutbox {
  return {
    add: createInsertsInBatches(database),
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

interface NumberedEvents {
  readonly events: readonly AuditEvent[];
  readonly place: number;
}

const MAX_BATCH = { items: 64, bytes: 1024 * 1024 } as const;
/** The approximate size of an event. */
const EVENT_BYTES = 512;

/**
 * Returns a function that inserts events. Calls that arrive while an insert is in flight share
 * the next insert.
 */
function createInsertsInBatches(database: Database) {
  const turn = pLimit(1);
  let places = 0;
  const batcher: Batcher<NumberedEvents, void> = createBatcher({
    run: (given) => insertTogether(database, given),
    keyOf: ({ place }) => String(place),
    bytesOf: ({ events }) => EVENT_BYTES * events.length,
    turn: (work) => turn(work),
    max: MAX_BATCH,
  });
  return (events: readonly AuditEvent[]) => batcher.add({ events, place: places++ });
}

async function insertTogether(
  database: Database,
  given: readonly NumberedEvents[],
): Promise<readonly (void | Promise<void>)[]> {
  try {
    const events = given.flatMap((one) => one.events);
    await database.execute(ADD, [JSON.stringify(events)], { name: "add-events" });
    return given.map(() => undefined);
  } catch (error) {
    // If the database refuses the events of one call, the events of the other calls must still be
    // stored.
    const refused = error instanceof DatabaseError && error.refusedByServer;
    if (given.length === 1 || !refused) throw error;
    return given.map(async (one) => void (await insertTogether(database, [one])));
  }
}
