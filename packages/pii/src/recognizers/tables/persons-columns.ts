import type { Column } from "./table-headers.ts";

/**
 * Returns whether a table is about persons: at least two columns are known, and the header of one
 * shows that the rows are about persons. A header such as "name" does not, because products have
 * names too.
 */
export function isOfPersons(columns: readonly (Column | undefined)[]): boolean {
  const known = columns.filter((column) => column !== undefined);
  return known.length >= 2 && known.some(({ isPersonal }) => isPersonal);
}
