import type { Column } from "./table-headers.ts";

/** At least two columns are known, and one of them is a person's by its name: products have names and prices. */
export function isOfPersons(columns: readonly (Column | undefined)[]): boolean {
  const known = columns.filter((column) => column !== undefined);
  return known.length >= 2 && known.some(({ isPersonal }) => isPersonal);
}
