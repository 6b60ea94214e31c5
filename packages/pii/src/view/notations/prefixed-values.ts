import { isBarePlaceholder } from "../../placeholders/placeholder.ts";
import type { Edit } from "../edits/edit.ts";

/**
 * Matches the underscore before a number, or before a code with a digit near its start: `SSN_536 90
 * 4399`, `ACCOUNT_DE89`.
 */
const VALUE = /_[+(]{0,2}[\p{L}:-]{0,6}\d/uy;
const IN_PREFIX = /[A-Za-z_]/;
const IN_NUMBER = /\d/;
/**
 * Matches the rest of a value that begins like a placeholder: `PERSON_4012 8888 8888 1881`,
 * `PERSON_1EG4TE5MK73`.
 */
const GOES_ON = /[A-Za-z]|[ \u00a0()./-]{1,3}\d/y;
/** Maximum number of code units read to each side; every placeholder is shorter. */
const REACH = 40;

/**
 * Finds the underscores between a name and a value, which are read as spaces, so that the value is
 * found as it would be without the name.
 */
export function prefixedValuesIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = text.indexOf("_"); at !== -1; at = text.indexOf("_", at + 1)) {
    VALUE.lastIndex = at;
    if (VALUE.test(text) && !isPlaceholder(text, at))
      edits.push({ start: at, end: at + 1, value: " " });
  }
  return edits;
}

function isPlaceholder(text: string, mark: number): boolean {
  if (!IN_NUMBER.test(text.charAt(mark + 1))) return false;
  let [start, end] = [mark, mark + 1];
  while (mark - start < REACH && IN_PREFIX.test(text.charAt(start - 1))) start -= 1;
  while (end - mark < REACH && IN_NUMBER.test(text.charAt(end))) end += 1;
  GOES_ON.lastIndex = end;
  return !GOES_ON.test(text) && isBarePlaceholder(text.slice(start, end));
}
