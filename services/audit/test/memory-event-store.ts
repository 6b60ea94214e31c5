import type { AuditQuery, AuditQueryResponse, EventPlace } from "@veil/contracts/audit-query";
import { canonicalEvent, type EventColumns } from "../src/domain/canonical-event.ts";
import { type ChainHead, type ChainRow, GENESIS, nextRow } from "../src/domain/chain.ts";
import type { SealedRefusal } from "../src/domain/refused-events.ts";
import type { EventStore } from "../src/ports.ts";

/** In memory, for component tests. */
export function createMemoryEventStore(): EventStore & {
  readonly refused: readonly SealedRefusal[];
} {
  const refused: SealedRefusal[] = [];
  const rows: ChainRow[] = [];
  const ids = new Set<string>();

  function head(): ChainHead {
    return rows.at(-1) ?? GENESIS;
  }

  return {
    refused,
    async append(events) {
      const before = rows.length;
      for (const canonical of events.map(canonicalEvent)) {
        const row = nextRow(head(), canonical);
        if (ids.has(row.columns.event_id)) continue;
        ids.add(row.columns.event_id);
        rows.push(row);
      }
      return rows.length - before;
    },
    async keepDeadLetters(more) {
      refused.push(...more);
    },
    head: async () => ({ seq: head().seq, hash: head().hash, greatestSeq: head().seq }),
    readAfter: async (seq, limit) => rows.slice(seq, seq + limit),
    newest: async (query) => newestOf(rows, query),
    protection: async () => ({ roleMayRewrite: false, triggersArmed: true }),
  };
}

function newestOf(rows: readonly ChainRow[], query: AuditQuery): AuditQueryResponse {
  const { limit, before } = query;
  const matching = rows
    .filter(({ columns }) => matches(columns, query))
    .map((row) => ({
      seq: row.seq,
      columns: row.columns,
      atMs: Date.parse(row.columns.occurred_at),
    }))
    .filter((row) => before === undefined || isOlder(row, before))
    .sort((a, b) => b.atMs - a.atMs || b.seq - a.seq);
  const shown = matching.slice(0, limit);
  const last = matching.length > limit ? shown.at(-1) : undefined;
  return {
    events: shown.map(({ columns, atMs }) => {
      const { event_id, event_type, actor, request_id, payload } = columns;
      const event = { event_id, event_type, actor, payload, occurred_at: iso(atMs) };
      return request_id === null ? event : { ...event, request_id };
    }),
    ...(last && { next: { occurred_at: iso(last.atMs), seq: last.seq } }),
  };
}

function matches(
  columns: EventColumns,
  { by, owner, since, until, ...query }: AuditQuery,
): boolean {
  const atMs = Date.parse(columns.occurred_at);
  const { event_type = columns.event_type, actor = columns.actor } = query;
  return (
    columns[by] === owner &&
    atMs >= Date.parse(since) &&
    atMs <= Date.parse(until) &&
    columns.event_type === event_type &&
    columns.actor === actor
  );
}

function isOlder(
  row: { readonly seq: number; readonly atMs: number },
  before: EventPlace,
): boolean {
  const beforeMs = Date.parse(before.occurred_at);
  return row.atMs < beforeMs || (row.atMs === beforeMs && row.seq < before.seq);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
