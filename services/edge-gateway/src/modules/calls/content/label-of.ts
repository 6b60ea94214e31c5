const CASE_BORDER = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const PLACE_IN_LIST = /[ ._-]*\d+$/;
/** Matches most names, which then need none of the slower patterns. */
const ONE_WORD = /^[a-z]{1,64}$/;
const LABEL = /^\p{L}[\p{L}\p{M}\p{N} ]{0,127}$/u;

/**
 * Returns the words of a field's name, as people write a label: `firstName`, `first_name` and
 * `first-name` say the same, and `ssn_2` is one of several. Empty if the name has no words.
 */
export function labelOf(name: string): string {
  if (ONE_WORD.test(name)) return name;
  const words = name
    .replace(PLACE_IN_LIST, "")
    .replace(CASE_BORDER, " ")
    .replace(/[ ._-]+/g, " ")
    .trim();
  return LABEL.test(words) ? words : "";
}
