import type { Ratio } from "../measures/ratio.ts";

type Cell = string | number;

/** The first `left` columns are text, the others figures. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  left = 1,
): string {
  const rule = head.map((_, column) => (column < left ? "---" : "---:"));
  return [head, rule, ...rows].map((cells) => `| ${cells.map(escaped).join(" | ")} |`).join("\n");
}

/** Three digits; "-" where there was nothing to count. */
export function figure(value: Ratio): string {
  return value === undefined ? "-" : value.toFixed(3);
}

export function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${part}/${whole} (${Math.round((100 * part) / whole)} %)`;
}

function escaped(cell: Cell): string {
  return String(cell).replaceAll("|", "\\|");
}
