import { isRecord } from "../is-record.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Formats a body for people: one `name  value` per line, and lists of objects as columns. */
export function describeBody(body: unknown): string {
  return isRecord(body) ? describeFields(body, "") : `${scalar(body)}\n`;
}

function describeFields(fields: Fields, indent: string): string {
  const entries = Object.entries(fields);
  const width = Math.max(0, ...entries.filter(([, value]) => isScalar(value)).map(nameLength));
  return entries
    .map(([name, value]) => {
      if (isScalar(value)) return `${indent}${name.padEnd(width)}  ${scalar(value)}\n`;
      if (isRecord(value)) return `${indent}${name}\n${describeFields(value, `${indent}  `)}`;
      return `${indent}${name}\n${describeList(value as readonly unknown[], `${indent}  `)}`;
    })
    .join("");
}

function describeList(list: readonly unknown[], indent: string): string {
  if (list.length === 0) return `${indent}none\n`;
  if (!list.every(isRecord)) return list.map((item) => `${indent}${scalar(item)}\n`).join("");
  const names = [...new Set(list.flatMap((item) => Object.keys(item)))];
  const rows = [names, ...list.map((item) => names.map((name) => cell(item[name])))];
  return columns(rows, indent);
}

function columns(rows: readonly (readonly string[])[], indent: string): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? "").length)),
  );
  const line = (row: readonly string[]) =>
    row.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  ");
  return rows.map((row) => `${indent}${line(row).trimEnd()}\n`).join("");
}

function nameLength([name]: readonly [string, unknown]): number {
  return name.length;
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function cell(value: unknown): string {
  if (value === undefined) return "-";
  return (isScalar(value) ? scalar(value) : JSON.stringify(value)).replace(/\s+/g, " ");
}

function scalar(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
