import type { AuditQuery, AuditQueryResponse, QueriedEvent } from "@veil/contracts/audit-query";
import type { Queryable } from "@veil/postgres-kit";

interface Row extends Omit<QueriedEvent, "occurred_at" | "request_id"> {
  readonly seq: number;
  readonly occurred_at: Date;
  readonly request_id: string | null;
}

/**
 * Returns the newest events of a query. The statement has only the conditions of the query, so that
 * one index serves both the conditions and the order.
 */
export async function newestEvents(
  database: Queryable,
  query: AuditQuery,
): Promise<AuditQueryResponse> {
  const { limit } = query;
  const { text, values, name } = statementFor(query);
  const rows = await database.query<Row>(text, values, { name });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    events: shown.map(toEvent),
    ...(last && { next: { occurred_at: last.occurred_at.toISOString(), seq: last.seq } }),
  };
}

function statementFor({ by, owner, since, until, event_type, actor, before, limit }: AuditQuery) {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = [
    `${OWNER[by]} = ${value(owner)}`,
    `occurred_at >= ${value(since)}`,
    `occurred_at <= ${value(until)}`,
    ...(event_type === undefined ? [] : [`event_type = ${value(event_type)}`]),
    ...(actor === undefined ? [] : [`actor = ${value(actor)}`]),
    ...(before === undefined
      ? []
      : [`(occurred_at, seq) < (${value(before.occurred_at)}, ${value(before.seq)})`]),
  ];
  const text = `
select seq, event_id, occurred_at, event_type, actor, request_id, payload from audit.events
where ${conditions.join(" and ")} order by occurred_at desc, seq desc limit ${value(limit + 1)}`;
  const parts = [by, event_type && "type", actor && "actor", before && "before"];
  return { text, values, name: ["newest", ...parts.filter(Boolean)].join("-") };
}

const OWNER = { scope: "scope", subject: "subject" } as const satisfies Record<
  AuditQuery["by"],
  string
>;

function toEvent({ event_id, occurred_at, event_type, actor, request_id, payload }: Row) {
  return {
    ...{ event_id, occurred_at: occurred_at.toISOString(), event_type, actor, payload },
    ...(request_id !== null && { request_id }),
  };
}
