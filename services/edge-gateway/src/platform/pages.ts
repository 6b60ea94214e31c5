import { ApiError } from "@veil/contracts/errors";
import type { PageQuery } from "@veil/contracts/public/pages";
import type { Queryable } from "@veil/postgres-kit";

/** The position of the row after which a page begins. */
export interface Position {
  /** Time of the row in microseconds since 1970. */
  readonly micros: number;
  readonly id: string;
}

export interface PageOf<Row> {
  readonly rows: readonly Row[];
  /** The position of the last row. Undefined if there are no more rows. */
  readonly next: Position | undefined;
}

// Times are in microseconds, because a Date has only milliseconds and a page must begin exactly
// where the previous page ended.
export const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;

export const after = (column: string, id: string) =>
  `($1::bigint is null or (${column}, ${id}) < (to_timestamp(0) + $1 * interval '1 microsecond', $2))
order by ${column} desc, ${id} desc limit $3`;

/**
 * Reads a page with a statement that ends with `after` and returns `micros` and `id`. Its own
 * parameters begin with `$4`.
 */
export async function readPage<Row extends object>(
  database: Queryable,
  text: string,
  { limit, from }: PageRequest,
  values: readonly unknown[] = [],
): Promise<PageOf<Row>> {
  const given = [from?.micros ?? null, from?.id ?? null, limit + 1, ...values];
  const rows = await database.query<Row & Position>(text, given);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const next = last && { micros: last.micros, id: last.id };
  return { rows: rows.slice(0, limit), next };
}

const DEFAULT_LIMIT = 50;

export interface PageRequest {
  readonly limit: number;
  readonly from: Position | undefined;
}

/**
 * Returns the limit and start of a page.
 * @throws ApiError `invalid_field` for a cursor that no page contained
 */
export function pageOf({ limit, cursor }: PageQuery): PageRequest {
  return {
    limit: limit === undefined ? DEFAULT_LIMIT : Number(limit),
    from: cursor === undefined ? undefined : positionOf(cursor),
  };
}

export function cursorOf(position: Position | undefined): { next_cursor?: string } {
  if (position === undefined) return {};
  const { micros, id } = position;
  return { next_cursor: Buffer.from(`${micros}.${id}`).toString("base64url") };
}

const FORM = /^(\d{1,16})\.((?:cus|org|con|dsr)_[0-9a-f]{32,40})$/;

function positionOf(cursor: string): Position {
  const [, micros, id] = FORM.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (micros === undefined || id === undefined)
    throw new ApiError("invalid_field", 'Field "cursor" must be a next_cursor of this list');
  return { micros: Number(micros), id };
}
