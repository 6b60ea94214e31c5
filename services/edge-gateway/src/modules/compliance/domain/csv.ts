import { stringify } from "csv-stringify/sync";

/**
 * Returns CSV (RFC 4180) with a header. Cells that a spreadsheet would read as a formula are
 * escaped.
 */
export function csvText(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const options = { header: true, columns: [...columns], escape_formulas: true } as const;
  return stringify(
    rows.map((row) => [...row]),
    { ...options, record_delimiter: "windows" },
  );
}
