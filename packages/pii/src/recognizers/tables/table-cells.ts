import type { EntityType, Finding, Span } from "../../finding.ts";
import type { Doc } from "../../text/document.ts";
import { cellColumnOf } from "./label-columns.ts";
import { isOfPersons } from "./persons-columns.ts";
import { type Column, NUMBER } from "./table-headers.ts";

const LONGEST_LINE = 2_000;
const SHORTEST_LINE = 3;
const DELIMITERS = ["\t", "|", ";", ","] as const;
const MAX_COLUMNS = 100;
const EDGE = /[\s"'*`]/;
const QUOTE = '"'.charCodeAt(0);
const RULE = /^[\s|:-]+$/;

interface Table {
  readonly delimiter: string;
  readonly columns: readonly ReturnType<typeof cellColumnOf>[];
}

/**
 * Finds personal cells by the header of their column in CSV (RFC 4180), tab-separated and Markdown
 * tables.
 */
export function findTableCells({ text }: Doc): readonly Finding[] {
  const findings: Finding[] = [];
  let table: Table | undefined;
  for (let start = 0; start < text.length; ) {
    const line = lineAt(text, start);
    if (table === undefined) table = tableAt(text, line);
    else if (!addRow(text, line, table, findings)) table = undefined;
    start = line.end + 1;
  }
  return findings;
}

function tableAt(text: string, line: Span): Table | undefined {
  const below = lineAt(text, line.end + 1);
  if (!mayBeRow(line) || !mayBeRow(below)) return undefined;
  const headers = text.slice(line.start, line.end);
  const row = text.slice(below.start, below.end);
  for (const delimiter of DELIMITERS) {
    if (!headers.includes(delimiter) || !row.includes(delimiter)) continue;
    const count = countCells(text, line, delimiter);
    if (count < 2 || count !== countCells(text, below, delimiter)) continue;
    const cells = cellsOf(text, line, delimiter);
    const columns = cells.map(({ start, end }) => cellColumnOf(text.slice(start, end)));
    if (isOfPersons(columns)) return { delimiter, columns };
  }
  return undefined;
}

function lineAt(text: string, start: number): Span {
  const feed = text.indexOf("\n", start);
  return { start, end: feed === -1 ? text.length : feed };
}

function mayBeRow({ start, end }: Span): boolean {
  return end - start >= SHORTEST_LINE && end - start <= LONGEST_LINE;
}

function addRow(text: string, line: Span, table: Table, findings: Finding[]): boolean {
  const { delimiter, columns } = table;
  if (!mayBeRow(line)) return false;
  if (RULE.test(text.slice(line.start, line.end))) return true;
  const cells = cellsOf(text, line, delimiter);
  if (cells.length !== columns.length) return false;
  for (const [index, { start, end }] of cells.entries()) {
    const column = columns[index];
    const type = column === undefined ? undefined : typeOf(column, text.slice(start, end));
    if (type === undefined) continue;
    findings.push({ start, end, type, confidence: 0.9, recognizer: "table-column" });
  }
  return true;
}

/**
 * Returns the type of the cell. A column for persons, such as `customer`, may contain numbers
 * instead.
 */
function typeOf({ type, accepts }: Column, cell: string): EntityType | undefined {
  if (accepts.test(cell)) return type;
  return type === "PERSON" && NUMBER.test(cell) ? "ID_NUMBER" : undefined;
}

function cellsOf(text: string, line: Span, delimiter: string): readonly Span[] {
  const cells: Span[] = [];
  eachCell(text, line, delimiter, (start, end) => cells.push(trimmed(text, { start, end }, EDGE)));
  return cells;
}

function countCells(text: string, line: Span, delimiter: string): number {
  let count = 0;
  eachCell(text, line, delimiter, () => {
    count += 1;
  });
  return count;
}

function eachCell(
  text: string,
  line: Span,
  delimiter: string,
  onCell: (start: number, end: number) => void,
): void {
  const { start, end } = delimiter === "|" ? trimmed(text, line, /[\s|]/) : line;
  const code = delimiter.charCodeAt(0);
  let cellStart = start;
  let isQuoted = false;
  let count = 0;
  for (let at = start; at <= end && count < MAX_COLUMNS; at += 1) {
    const sign = at === end ? code : text.charCodeAt(at);
    if (sign === QUOTE) isQuoted = !isQuoted;
    if (sign !== code || (isQuoted && at < end)) continue;
    onCell(cellStart, at);
    cellStart = at + 1;
    count += 1;
  }
}

function trimmed(text: string, { start, end }: Span, edge: RegExp): Span {
  let [from, to] = [start, end];
  while (from < to && edge.test(text.charAt(from))) from += 1;
  while (to > from && edge.test(text.charAt(to - 1))) to -= 1;
  return { start: from, end: to };
}
