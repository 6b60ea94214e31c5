import type { Queryable } from "@veil/postgres-kit";
import pLimit from "p-limit";
import type { DataKeys, RotatedSealing } from "../platform/data-keys.ts";
import { type ContextRow, SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";

/** How many boxes of a column were found in each state. */
export interface BoxCounts {
  /** Boxes of the current key. */
  readonly current: number;
  /** Boxes of an older key. They were re-sealed, unless boxes were only counted. */
  readonly older: number;
  /** Boxes that no key opens. They are never changed. */
  readonly unopened: number;
}

interface ResealingDeps {
  readonly database: Queryable;
  readonly dataKeys: DataKeys;
  /** Whether boxes are only counted. */
  readonly onlyCounts: boolean;
  /** Called with the counts of a column after each page. */
  readonly onPage: (counts: BoxCounts) => void;
}

/** A row with a box: its ids, the columns of the context, and the box. */
interface BoxRow {
  readonly ids: readonly string[];
  readonly context: ContextRow;
  readonly box: Buffer;
}

/** A box may be a whole answer, so few are in memory at once. */
const PAGE = 20;
/**
 * How many boxes are replaced at the same time. Each commits alone: a transaction of several rows
 * could wait for a statement of the gateway that waits for it. Commits at the same time share a
 * write to the disk.
 */
export const CONNECTIONS = 4;

/**
 * Re-seals the boxes of a column under the current data key, page by page in the order of the
 * primary key. Each box is replaced only if it is still the one that was opened, so no concurrent
 * change is lost. The process may end at any time, and a later run does the rest.
 */
export async function resealColumn(deps: ResealingDeps, column: SealedColumn): Promise<BoxCounts> {
  const { database, dataKeys, onPage } = deps;
  const sealing = dataKeys.sealing(column.use);
  const statements = statementsOf(column);
  const turn = pLimit(CONNECTIONS);
  let counts: BoxCounts = { current: 0, older: 0, unopened: 0 };
  let rows = await readRows(database, statements.firstPage, []);
  while (rows.length > 0) {
    const resealing = rows.map((row) =>
      turn(() => resealRow(deps, { column, sealing, statements }, row)),
    );
    for (const state of await Promise.all(resealing))
      if (state !== "gone") counts = { ...counts, [state]: counts[state] + 1 };
    onPage(counts);
    rows = await readRows(database, statements.nextPage, rows.at(-1)?.ids ?? []);
  }
  return counts;
}

interface ColumnInUse {
  readonly column: SealedColumn;
  readonly sealing: RotatedSealing;
  readonly statements: Statements;
}

async function resealRow(
  { database, onlyCounts }: ResealingDeps,
  { column, sealing, statements }: ColumnInUse,
  first: BoxRow,
): Promise<keyof BoxCounts | "gone"> {
  for (let row: BoxRow | undefined = first; row !== undefined; ) {
    const resealed = sealing.reseal(row.box, column.contextOf(row.context));
    if (typeof resealed === "string") return resealed;
    if (onlyCounts) return "older";
    const values = [...row.ids, row.box, resealed];
    const replaced = await database.query(statements.replace, values);
    if (replaced.length > 0) return "older";
    [row] = await readRows(database, statements.again, row.ids);
  }
  return "gone";
}

/**
 * Returns the names of the columns with a box that no data key opens, among the last boxes of each
 * column: those that a run of the re-sealing which was ended early has not reached.
 */
export async function unopenedColumns(
  database: Queryable,
  dataKeys: DataKeys,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const column of SEALED_COLUMNS) {
    const sealing = dataKeys.sealing(column.use);
    const rows = await readRows(database, statementsOf(column).lastPage, []);
    const isUnopened = ({ box, context }: BoxRow) =>
      sealing.reseal(box, column.contextOf(context)) === "unopened";
    if (rows.some(isUnopened)) found.push(nameOf(column));
  }
  return found;
}

/** Returns the name of a column with its table. */
export function nameOf({ table, column }: SealedColumn): string {
  return `${table}.${column}`;
}

async function readRows(
  database: Queryable,
  statement: string,
  after: readonly string[],
): Promise<readonly BoxRow[]> {
  return await database.query<BoxRow>(statement, after);
}

interface Statements {
  readonly firstPage: string;
  readonly nextPage: string;
  readonly lastPage: string;
  /** Reads a row again. */
  readonly again: string;
  /** Returns a row if the box was replaced. */
  readonly replace: string;
}

function statementsOf({
  table,
  column,
  ids,
  contextColumns,
  replacedBy,
}: SealedColumn): Statements {
  const names = Object.keys(ids);
  const own = names.join(", ");
  const given = Object.values(ids).map((type, at) => `$${at + 1}::${type}`);
  const context = (contextColumns ?? names).map((name) => `'${name}', ${name}::text`);
  const select = `
select array[${names.map((name) => `${name}::text`).join(", ")}] as ids,
  json_build_object(${context.join(", ")}) as context, ${column} as box
from ${table} where ${column} is not null`;
  const isGiven = `(${own}) = (${given.join(", ")})`;
  const [old, replacement] = [`$${names.length + 1}::bytea`, `$${names.length + 2}::bytea`];
  return {
    firstPage: `${select} order by ${own} limit ${PAGE}`,
    nextPage: `${select} and (${own}) > (${given.join(", ")}) order by ${own} limit ${PAGE}`,
    lastPage: `${select} order by ${names.map((name) => `${name} desc`).join(", ")} limit ${PAGE}`,
    again: `${select} and ${isGiven}`,
    replace:
      replacedBy === undefined
        ? `update ${table} set ${column} = ${replacement} where ${isGiven} and ${column} = ${old} returning true`
        : `select from ${replacedBy}(${[...given, old, replacement].join(", ")})`,
  };
}
