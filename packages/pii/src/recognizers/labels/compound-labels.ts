import { labelOf } from "./label-table.ts";

const MARKS = [":", "="];
const LONGEST = 32;

/** Where the label begins in `dbPassword:` or `billingCustomerId =`: the last one or two words that are one. */
export function compoundLabels(text: string): readonly number[] {
  const places: number[] = [];
  for (const mark of MARKS)
    for (let at = text.indexOf(mark, 1); at !== -1; at = text.indexOf(mark, at + 1)) {
      const label = labelBefore(text, at);
      if (label !== -1) places.push(label);
    }
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
    if (labelOf(text.slice(at, end).toLowerCase()) !== undefined) found = at;
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
