import type { Column } from "./table-headers.ts";

/**
 * Requires two known columns, one of them always a person's: products have names and prices too.
 */
export function isOfPersons(columns: readonly (Column | undefined)[]): boolean {
  const known = columns.filter((column) => column !== undefined);
  return known.length >= 2 && known.some(({ isPersonal }) => isPersonal);
}
