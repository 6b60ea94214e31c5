import type { Schemas } from "../../api/client.ts";

type Entry = Schemas["EntityListRequest"]["entries"][number];

/**
 * Reads the values of a list, one for each line. A type may follow after a tab or semicolon. The
 * gateway refuses types that it does not know.
 */
export function readEntries(text: string): Entry[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(entryOf);
}

const TYPED = /^(.*?)\s*[\t;]\s*([A-Za-z_]+)$/;

function entryOf(line: string): Entry {
  const [, value, type] = TYPED.exec(line) ?? [];
  if (value === undefined || type === undefined) return { value: line };
  return { value, type: type.toUpperCase() as NonNullable<Entry["type"]> };
}
