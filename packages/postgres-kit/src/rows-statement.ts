import type { StatementOptions } from "./queryable.ts";

/**
 * Returns the arguments of `query` for some rows: text, values, and the name of the prepared
 * statement.
 */
export type RowsStatement<Row> = (
  rows: readonly Row[],
) => readonly [string, readonly unknown[], StatementOptions];

interface Column<Row> {
  /**
   * A PostgreSQL type. It becomes part of the statement's text, so it must not come from a request.
   */
  readonly type: string;
  readonly of: (row: Row) => unknown;
}

/**
 * Creates a statement for any number of rows. The statement reads the rows from `given`. Each
 * connection prepares it once per number of rows.
 */
export function rowsStatement<Row>(
  name: string,
  columns: Readonly<Record<string, Column<Row>>>,
  text: (given: string) => string,
): RowsStatement<Row> {
  const listed = Object.values(columns);
  const texts = new Map<number, string>();

  function textFor(rows: number): string {
    const known = texts.get(rows);
    if (known !== undefined) return known;
    let parameter = 0;
    const row = () => `(${listed.map(({ type }) => `$${++parameter}::${type}`).join(", ")})`;
    const values = Array.from({ length: rows }, row).join(", ");
    const made = text(
      `given (${Object.keys(columns).join(", ")}) as materialized (values ${values})`,
    );
    texts.set(rows, made);
    return made;
  }

  return (rows) => [
    textFor(rows.length),
    rows.flatMap((row) => listed.map(({ of }) => of(row))),
    { name: `${name}-${rows.length}` },
  ];
}
