import { eventsIn } from "@veil/contracts/audit";
import {
  type AuditQuery,
  type AuditQueryResponse,
  ENTRIES_WITH,
  MAX_ENTRY_MS,
  type QueriedEvent,
} from "@veil/contracts/audit-query";
import type { Queryable } from "@veil/postgres-kit";

interface Row extends Omit<QueriedEvent, "occurred_at" | "request_id"> {
  readonly seq: number;
  readonly occurred_at: Date;
  readonly request_id: string | null;
  readonly preceded_by: readonly Omit<QueriedEvent, "request_id">[] | null;
}

/**
 * Returns the newest events of a query. Each part of the statement has only the conditions of the
 * query and one type, so that one index serves both the conditions and the order.
 */
export async function newestEvents(
  database: Queryable,
  query: AuditQuery,
): Promise<AuditQueryResponse> {
  const { limit } = query;
  const { text, values, name } = statementFor(query);
  const rows = await database.query<Row>(text, values, { name });
  const events: QueriedEvent[] = [];
  let last: Row | undefined;
  for (const row of rows) {
    if (events.length >= limit) break;
    events.push(...eventsOf(row, query));
    last = row;
  }
  const isEnd = last === rows.at(-1) && rows.length <= limit;
  return {
    events,
    ...(last && !isEnd && { next: { occurred_at: last.occurred_at.toISOString(), seq: last.seq } }),
  };
}

/** Returns the events of an entry that a query selects, newest first. */
function eventsOf(row: Row, { since, until, event_type }: AuditQuery): QueriedEvent[] {
  const [from, to] = [Date.parse(since), Date.parse(until)];
  return eventsIn(toEntry(row))
    .filter(({ occurred_at, event_type: type }) => {
      const at = Date.parse(occurred_at);
      return at >= from && at <= to && (event_type === undefined || type === event_type);
    })
    .reverse();
}

function statementFor({ by, owner, since, until, event_type, before, limit }: AuditQuery) {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = [
    `${OWNER[by]} = ${value(owner)}`,
    `occurred_at >= ${value(since)}`,
    // The first event of an entry may be older than the entry.
    `occurred_at <= ${value(until)}::timestamptz + ${MAX_ENTRY_MS} * interval '1 millisecond'`,
    ...(before === undefined
      ? []
      : [`(occurred_at, seq) < (${value(before.occurred_at)}, ${value(before.seq)})`]),
  ];
  const newest = `order by occurred_at desc, seq desc limit ${value(limit + 1)}`;
  const part = (more: readonly string[]) => `
select seq, event_id, occurred_at, event_type, actor, request_id, payload,
  canonical::jsonb -> 'preceded_by' as preceded_by
from audit.events where ${[...conditions, ...more].join(" and ")} ${newest}`;
  const types = event_type === undefined ? [] : [event_type, ...(ENTRIES_WITH[event_type] ?? [])];
  const parts = [...new Set(types)].map((type) => part([`event_type = ${value(type)}`]));
  const [only = part([])] = parts;
  const text =
    parts.length > 1 ? `${parts.map((one) => `(${one})`).join(" union all ")} ${newest}` : only;
  const names = [by, parts.length > 0 && `type${parts.length}`, before && "before"];
  return { text, values, name: ["newest", ...names.filter(Boolean)].join("-") };
}

const OWNER = { scope: "scope", subject: "subject" } as const satisfies Record<
  AuditQuery["by"],
  string
>;

function toEntry({ occurred_at, request_id, preceded_by, seq: _, ...row }: Row) {
  return {
    ...{ ...row, occurred_at: occurred_at.toISOString() },
    ...(request_id !== null && { request_id }),
    ...(preceded_by !== null && { preceded_by }),
  };
}
