import type { Finding, Span } from "../../finding.ts";
import type { Doc } from "../../text/document.ts";
import { cellColumnOf } from "./label-columns.ts";
import { isOfPersons } from "./persons-columns.ts";

type Columns = readonly ReturnType<typeof cellColumnOf>[];

const ANCHORS = ["INTO ", "into ", "Into "];
const TABLE = /\s{0,4}[\w."`[\]]{1,120}\s{0,8}(?=\()/y;
const VALUES = /\s{0,8}VALUES\s{0,8}(?=\()/iy;
const NEXT = /\s{0,8},\s{0,8}(?=\()/y;
const EDGE = /[\s"'`[\]]/;
const [QUOTE, OPEN, CLOSE, COMMA] = [39, 40, 41, 44];
const ENDS = new Set([COMMA, CLOSE]);
const LONGEST_ROW = 4_000;
const MAX_COLUMNS = 100;

/**
 * Finds personal values in `INSERT INTO t (columns) VALUES (...), (...)` (ISO/IEC 9075-2, 14.11) by
 * column name, as in tables.
 */
export function findSqlInserts({ text }: Doc): readonly Finding[] {
  const findings: Finding[] = [];
  for (const anchor of ANCHORS)
    for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + 4))
      addRows(text, at + anchor.length - 1, findings);
  return findings;
}

function addRows(text: string, at: number, findings: Finding[]): void {
  const table = after(TABLE, text, at);
  const names = table === -1 ? undefined : listAt(text, table);
  if (names === undefined) return;
  const columns = names.items.map((item) => cellColumnOf(written(text, item).text));
  if (!isOfPersons(columns)) return;
  for (let from = after(VALUES, text, names.end); from !== -1; ) {
    const row = listAt(text, from);
    if (row === undefined || row.items.length !== columns.length) return;
    addRow(text, row.items, columns, findings);
    from = after(NEXT, text, row.end);
  }
}

function addRow(text: string, items: readonly Span[], columns: Columns, findings: Finding[]): void {
  for (const [index, item] of items.entries()) {
    const column = columns[index];
    const { start, end, text: value } = written(text, item);
    if (column?.accepts.test(value) !== true || /^null$/i.test(value)) continue;
    findings.push({ start, end, type: column.type, confidence: 0.9, recognizer: "sql-column" });
  }
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * Returns the items of the list in brackets at `open`, or undefined if it contains a function call.
 * It ignores quoted commas and brackets.
 */
function listAt(
  text: string,
  open: number,
): { readonly items: readonly Span[]; readonly end: number } | undefined {
  const items: Span[] = [];
  const limit = Math.min(text.length, open + LONGEST_ROW);
  let start = open + 1;
  let isQuoted = false;
  for (let at = start; at < limit && items.length < MAX_COLUMNS; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === OPEN) return undefined;
    if (!ENDS.has(sign)) continue;
    items.push({ start, end: at });
    if (sign === CLOSE) return { items, end: at + 1 };
    start = at + 1;
  }
  return undefined;
}

function written(text: string, { start, end }: Span): Span & { readonly text: string } {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text.charAt(from))) from += 1;
  if (text.startsWith("N'", from)) from += 2;
  while (from < to && EDGE.test(text.charAt(from))) from += 1;
  while (to > from && EDGE.test(text.charAt(to - 1))) to -= 1;
  return { start: from, end: to, text: text.slice(from, to) };
}
