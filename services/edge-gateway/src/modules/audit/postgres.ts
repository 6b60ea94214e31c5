import type { AuditEvent } from "@veil/contracts/audit";
import type { Queryable } from "@veil/postgres-kit";

const INSERT_EVENTS = `
insert into event_outbox (event_id, event)
select (event ->> 'event_id')::uuid, event from jsonb_array_elements($1::jsonb) event
on conflict (event_id) do nothing`;

/** Inserts all events or none. Events that already exist do not change. */
export async function insertEvents(
  queryable: Queryable,
  events: readonly AuditEvent[],
): Promise<void> {
  await queryable.execute(INSERT_EVENTS, [JSON.stringify(events)], { name: "insert-events" });
}
