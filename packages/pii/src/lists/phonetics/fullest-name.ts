import { createNameMemory } from "./name-memory.ts";
import { sameName } from "./same-name.ts";

const TRIED = 8;

/**
 * Returns the name with which all others agree (`sameName`), or the longest of several such names.
 * If it returns undefined, the names do not belong to one person.
 */
export function fullestName(
  forms: readonly string[],
  memory = createNameMemory(),
): string | undefined {
  return [...forms]
    .sort((a, b) => b.length - a.length)
    .slice(0, TRIED)
    .find((fullest) => forms.every((form) => sameName(fullest, form, memory)));
}
