/** A name and where its value begins: `name: value`, `"name": "value"`, `name = value`. */
export interface Label {
  /**
   * Last word of the name in lower case, including underscores and hyphens; at most 32 code units.
   */
  readonly word: string;
  readonly value: number;
  readonly quote: string;
  readonly mark: string;
}

const LONGEST = 32;
const QUOTES = "\"'`“„*";
const GAP = /[ \t\u00a0*]{0,4}(?:\r?\n[ \t]{0,4})?/y;

/**
 * Finds every name before `:` or `=` whose last letter is in `lastLetters`, in no particular order.
 * The value may be on the next line.
 */
export function findLabels(text: string, lastLetters: string): Label[] {
  return [...labelsAt(text, ":", lastLetters), ...labelsAt(text, "=", lastLetters)];
}

function labelsAt(text: string, mark: string, lastLetters: string): Label[] {
  const labels: Label[] = [];
  for (let at = text.indexOf(mark, 1); at !== -1; at = text.indexOf(mark, at + 1)) {
    const end = nameEnd(text, at);
    if (!lastLetters.includes(text.charAt(end - 1).toLowerCase() || " ")) continue;
    const word = text.slice(nameStart(text, end), end).toLowerCase();
    if (word === "") continue;
    GAP.lastIndex = at + 1;
    GAP.test(text);
    const value = GAP.lastIndex;
    const quote = QUOTES.includes(text.charAt(value) || " ") ? text.charAt(value) : "";
    labels.push({ word, value: value + quote.length, quote, mark });
  }
  return labels;
}

function nameEnd(text: string, mark: number): number {
  let end = mark;
  while (end > mark - 4 && " \t*\"'`]".includes(text.charAt(end - 1) || "x")) end -= 1;
  return end;
}

function nameStart(text: string, end: number): number {
  let start = end;
  while (start > end - LONGEST && isName(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function isName(code: number): boolean {
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || code === 95 || code === 45;
}
