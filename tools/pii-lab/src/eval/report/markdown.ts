import type { Ratio } from "../measures/ratio.ts";
import type { Excerpt } from "../output/excerpt.ts";

/** Returns a table. The first `left` columns are text; figures in the others are right-aligned. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  left = 1,
): string {
  const rule = head.map((_, column) => (column < left ? "---" : "---:"));
  return [head, rule, ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
}

export function markdownExcerpts(excerpts: readonly Excerpt[]): string {
  return excerpts.map(({ excerpt, note }) => `- ${codeSpan(excerpt)} (${note})`).join("\n");
}

/** Formats a ratio with three decimal places, or as "-" if there was nothing to count. */
export function figure(value: Ratio): string {
  return value === undefined ? "-" : value.toFixed(3);
}

export function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${part}/${whole} (${Math.round((100 * part) / whole)} %)`;
}

function cell(value: string | number): string {
  return String(value).replaceAll("|", "\\|");
}

/** Encloses the text in one more backtick than its longest run of backticks has. */
function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const pad = /^`|`$/.test(text) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}
