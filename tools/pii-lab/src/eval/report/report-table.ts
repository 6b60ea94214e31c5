import type { Ratio } from "../measures/ratio.ts";

/** Text in cells may contain `code` and **bold**, and no other markup. */
export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The number of text columns; the others are figures. */
  readonly left: number;
}

export function reportTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  left = 1,
): ReportTable {
  return { head, rows: rows.map((cells) => cells.map(String)), left };
}

/** Formats with three digits; "-" when there was nothing to count. */
export function figure(value: Ratio): string {
  return value === undefined ? "-" : value.toFixed(3);
}

export function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${part}/${whole} (${Math.round((100 * part) / whole)} %)`;
}
