import type { AuditEvent } from "@veil/contracts/audit";
import type { Queryable } from "@veil/postgres-kit";

const INSERT_EVENTS = `
insert into event_outbox (event_id, event)
select (event ->> 'event_id')::uuid, event from jsonb_array_elements($1::jsonb) event
on conflict (event_id) do nothing`;

/**
 * Returns a statement, or a part of one, that inserts the column `event` of `source`. The events
 * are leased, because this process sends them from memory: pass them to `onEvents` after the
 * commit. If the process dies before that, the lease expires and any replica sends them.
 */
export const insertLeasedEvents = (source: string) => `
  insert into event_outbox (event_id, event, leased_until)
  select (event ->> 'event_id')::uuid, event, now() + interval '5 seconds' from ${source}`;

/** Inserts all events or none. Events that already exist do not change. */
export async function insertEvents(
  queryable: Queryable,
  events: readonly AuditEvent[],
): Promise<void> {
  await queryable.execute(INSERT_EVENTS, [JSON.stringify(events)], { name: "insert-events" });
}
