import { createNameMemory } from "./name-memory.ts";
import { sameName } from "./same-name.ts";

/** Forms that are tried: what is written out in full is among the longest. */
const TRIED = 8;

/**
 * The form of a person's name that all the others agree with (`sameName`), the longest one where several do;
 * undefined when there is none: then they are not names of one person.
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
