import { labelOf } from "./label-table.ts";

const MARKS = [":", "="];
const LONGEST = 32;
/** Words that are labels even as the end of a longer word: "PGPASSWORD=", "Zertifikatspasswort". */
const PASSWORDS = ["PASSWORD", "password", "passwort", "kennwort"];

/**
 * Returns where the label begins in a compound such as `dbPassword:`, `billingCustomerId =` or
 * "Praxispasswort". The label is the last word, or the last two words if they form a label.
 */
export function compoundLabels(text: string): readonly number[] {
  const places: number[] = [];
  for (const mark of MARKS)
    for (let at = text.indexOf(mark, 1); at !== -1; at = text.indexOf(mark, at + 1)) {
      const label = labelBefore(text, at);
      if (label !== -1) places.push(label);
    }
  for (const word of PASSWORDS)
    for (let at = text.indexOf(word, 1); at !== -1; at = text.indexOf(word, at + 1))
      if (isLetter(text.charCodeAt(at - 1))) places.push(at);
  return places;
}

function labelBefore(text: string, mark: number): number {
  let end = mark;
  while (end > mark - 3 && " \"'`".includes(text.charAt(end - 1) || "x")) end -= 1;
  let found = -1;
  let humps = 0;
  for (
    let at = end - 1;
    at > end - LONGEST && isLetter(text.charCodeAt(at)) && humps < 2;
    at -= 1
  ) {
    if (!isUpper(text.charCodeAt(at)) || !isLower(text.charCodeAt(at - 1))) continue;
    humps += 1;
    const label = labelOf(text.slice(at, end).toLowerCase());
    // "number" alone is not a label here: "policyNumber" is one as a whole.
    if (label !== undefined && label.form !== "numeral") found = at;
  }
  return found;
}

function isLetter(code: number): boolean {
  return isLower(code | 32);
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}
