import { DatabaseError, type Queryable } from "@veil/postgres-kit";
import { canonicalEvent, type EventColumns, RefusedEventError } from "../domain/canonical-event.ts";
import type { ChainRow } from "../domain/chain.ts";
import type { EventStore, StoreProtection } from "../ports.ts";

interface EventRow extends EventColumns {
  readonly seq: number;
  readonly canonical: string;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
}

const APPEND = "SELECT audit.append_events($1::jsonb) AS appended";

const SET_ASIDE = `
  INSERT INTO audit.refused_events (event_id, reason, sealing_key_id, box)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[])`;

const HEAD = `
  SELECT seq, hash, (SELECT coalesce(max(seq), 0) FROM audit.events) AS "greatestSeq"
  FROM audit.head`;

const READ_AFTER = `
  SELECT seq, canonical, prev_hash, hash, event_id, event_type, actor, scope, request_id, payload,
    to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS occurred_at
  FROM audit.events WHERE seq > $1 ORDER BY seq LIMIT $2`;

const PROTECTION = `
  SELECT
    has_table_privilege('audit.events', 'INSERT, UPDATE, DELETE, TRUNCATE')
      OR has_table_privilege('audit.head', 'INSERT, UPDATE, DELETE, TRUNCATE') AS "roleMayRewrite",
    count(*) FILTER (WHERE tgenabled = 'A') = 5 AS "triggersArmed"
  FROM pg_trigger
  WHERE tgrelid IN ('audit.events'::regclass, 'audit.head'::regclass) AND NOT tgisinternal`;

export function createPostgresEventStore(database: Queryable): EventStore {
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
    async setAside(refused) {
      await database.execute(SET_ASIDE, [
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
    protection: () => exactlyOne<StoreProtection>(database, PROTECTION),
  };
}

async function exactlyOne<Row>(database: Queryable, text: string): Promise<Row> {
  const row = await database.optional<Row>(text);
  if (row === undefined) throw new Error("The audit database has lost its head row");
  return row;
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint): the same events fail again. */
function refusesEvent(error: unknown): boolean {
  return error instanceof DatabaseError && /^2[23]/.test(error.code);
}

function toChainRow({ seq, canonical, prev_hash, hash, ...columns }: EventRow): ChainRow {
  return { seq, canonical, prevHash: prev_hash, hash, columns };
}
