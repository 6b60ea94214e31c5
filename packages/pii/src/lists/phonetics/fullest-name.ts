import { createNameMemory } from "./name-memory.ts";
import { sameName } from "./same-name.ts";

const TRIED = 8;

/**
 * The name that all the others agree with (`sameName`), the longest if several do; else they are not one person's.
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
