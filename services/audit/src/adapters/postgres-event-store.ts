import { DatabaseError, type Queryable } from "@veil/postgres-kit";
import { canonicalEvent, type EventColumns, RefusedEventError } from "../domain/canonical-event.ts";
import type { ChainRow } from "../domain/chain.ts";
import type { EventStore, StoreProtection } from "../ports.ts";
import { newestEvents } from "./postgres-event-queries.ts";

interface EventRow extends EventColumns {
  readonly seq: number;
  readonly canonical: string;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
}

const APPEND = "select audit.append_events($1::jsonb) as appended";

const KEEP_DEAD_LETTERS = `
insert into audit.refused_events (event_id, reason, sealing_key_id, box)
select * from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[])`;

const HEAD = `
select seq, hash, (select coalesce(max(seq), 0) from audit.events) as "greatestSeq"
from audit.head`;

const READ_AFTER = `
select seq, canonical, prev_hash, hash, event_id, event_type, actor, scope, subject,
  request_id, payload, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at
from audit.events where seq > $1 order by seq limit $2`;

const PROTECTION = `
select
  has_table_privilege('audit.events', 'INSERT, UPDATE, DELETE, TRUNCATE')
    or has_table_privilege('audit.head', 'INSERT, UPDATE, DELETE, TRUNCATE') as "roleMayRewrite",
  count(*) filter (where tgenabled = 'A') = 5 as "triggersArmed"
from pg_trigger
where tgrelid in ('audit.events'::regclass, 'audit.head'::regclass) and not tgisinternal`;

/** @param reads - the connections for queries, which must not delay appends */
export function createPostgresEventStore(
  database: Queryable,
  reads: Queryable = database,
): EventStore {
  return {
    async append(events) {
      const batch = JSON.stringify(events.map(canonicalEvent));
      try {
        const row = await database.optional<{ appended: number }>(APPEND, [batch], {
          name: "append-events",
        });
        return row?.appended ?? 0;
      } catch (error) {
        throw refusesEvent(error)
          ? new RefusedEventError("The log refuses an event", { cause: error })
          : error;
      }
    },
    async keepDeadLetters(refused) {
      await database.execute(KEEP_DEAD_LETTERS, [
        refused.map(({ eventId }) => eventId ?? null),
        refused.map(({ reason }) => reason),
        refused.map(({ sealingKeyId }) => sealingKeyId),
        refused.map(({ box }) => box),
      ]);
    },
    head: () => exactlyOne(database, HEAD),
    async readAfter(seq, limit) {
      const rows = await database.query<EventRow>(READ_AFTER, [seq, limit], { name: "read-after" });
      return rows.map(toChainRow);
    },
    newest: (query) => newestEvents(reads, query),
    protection: () => exactlyOne<StoreProtection>(database, PROTECTION),
  };
}

async function exactlyOne<Row>(database: Queryable, text: string): Promise<Row> {
  const row = await database.optional<Row>(text);
  if (row === undefined) throw new Error("The audit database has no head row");
  return row;
}

/**
 * Returns whether the database refuses an event for good: SQLSTATE classes 22 (data exception) and
 * 23 (constraint violation).
 */
function refusesEvent(error: unknown): boolean {
  return error instanceof DatabaseError && /^2[23]/.test(error.code);
}

function toChainRow({ seq, canonical, prev_hash, hash, ...columns }: EventRow): ChainRow {
  return { seq, canonical, prevHash: prev_hash, hash, columns };
}
