import type { Span } from "../../../finding.ts";
import { precededBy } from "../../../text/context.ts";
import type { Doc } from "../../../text/document.ts";
import { isLargeTown } from "../words/large-towns.ts";
import { readTown } from "../words/town.ts";
import { isUpper, isYear, type Word } from "../words/words.ts";

const { max, min } = Math;

export interface CodeAndTown {
  readonly code: Span;
  readonly town: Span;
}

const PREFIX = /(?:^|[\s,(])((?:DE|AT|CH|LI|D|A|L|F|I)[-–])$/;
const CONTEXT =
  /(?:\bwohn(?:haft|t|e|en|ort)\b|\bplz\b|anschrift|adresse|ansässig|gemeldet|\bsitz\b|\bzieh|\bzog|address)[^\n]{0,24}$/i;
const AFTER_NUMBER = /[\p{L}.] \d{1,3} ?[a-zA-Z]?, ?$/u;
const LOWER_CONTEXT = /(?:(?:^|[\s(])(?:in|aus|nach|bei|plz|wohnort)[: ]{1,2}|[,\n] ?)$/i;
const OTHER_WORDS = new Set([
  "essen",
  "halle",
  "hof",
  "singen",
  "siegen",
  "hagen",
  "bergen",
  "herne",
]);
const MAX_TOWN_WORDS = 5;

/**
 * Finds postal codes of four or five digits, each with its town. Digits and a capitalized word are
 * not enough: a country prefix, a separate line, a well-known town, or a word such as "wohnhaft"
 * must confirm them.
 */
export function codesWithTowns(
  { text, codes }: Doc,
  places: readonly number[],
): readonly CodeAndTown[] {
  const found: CodeAndTown[] = [];
  const { starts, ends } = codes;
  for (const index of places) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? start;
    const pair = pairAt(text, start, end);
    if (pair !== undefined) found.push(pair);
  }
  return found;
}

function pairAt(text: string, start: number, end: number): CodeAndTown | undefined {
  const initial = /^[ \u00a0-](?:(\p{Lu})|\p{Ll})/u.exec(text.slice(end, end + 3));
  if (initial === null || !isCode(text, start, end)) return undefined;
  if (initial[1] === undefined) return lowerPairAt(text, start, end);
  const prefix = PREFIX.exec(text.slice(max(0, start - 4), start))?.[1] ?? "";
  if (prefix === "" && start > 0 && !/[\s,(:]/.test(text.charAt(start - 1))) return undefined;
  const words = readTown(text, text.charAt(end) === "-" ? end + 1 : end, false);
  const town = townIn(words, end - start === 5 || prefix !== "", (last) => {
    return (
      prefix !== "" ||
      precededBy(text, start, AFTER_NUMBER, 8) ||
      precededBy(text, start, CONTEXT, 60) ||
      isOwnLine(text, start, last)
    );
  });
  return town === undefined ? undefined : { code: { start: start - prefix.length, end }, town };
}

function lowerPairAt(text: string, start: number, end: number): CodeAndTown | undefined {
  if (end - start !== 5 || !precededBy(text, start, LOWER_CONTEXT, 12)) return undefined;
  const words = readTown(text, end, true);
  const last = knownPart(words);
  const [first] = words;
  if (first === undefined || last === undefined || OTHER_WORDS.has(last.key)) return undefined;
  return { code: { start, end }, town: { start: first.start, end: last.end } };
}

function townIn(
  words: readonly Word[],
  mayBeKnown: boolean,
  isConfirmed: (end: number) => boolean,
): Span | undefined {
  const [first] = words;
  const last = words[min(words.length, MAX_TOWN_WORDS) - 1];
  if (first === undefined || last === undefined || isAbbreviation(words)) return undefined;
  const known = mayBeKnown ? knownPart(words) : undefined;
  if (known !== undefined) return { start: first.start, end: known.end };
  return isConfirmed(last.end) ? { start: first.start, end: last.end } : undefined;
}

function isCode(text: string, start: number, end: number): boolean {
  const digits = text.slice(start, end);
  if (digits.length === 5) return digits >= "01067" && digits <= "99998";
  return digits >= "1000" && digits <= "9992" && !isYear(text, { start, end });
}

function isAbbreviation([first, second]: readonly Word[]): boolean {
  return first !== undefined && second === undefined && isUpper(first) && first.text.length < 5;
}

function knownPart(words: readonly Word[]): Word | undefined {
  for (let count = min(words.length, 3); count > 0; count -= 1) {
    const name = words.slice(0, count).map(({ key }) => key);
    if (isLargeTown(name.join(" "))) return words[count - 1];
  }
  return undefined;
}

/** Returns whether the span is a whole line below other text, as in a letterhead. */
function isOwnLine(text: string, start: number, end: number): boolean {
  const before = text.slice(max(0, start - 3), start);
  const after = text.slice(end, end + 4);
  if (!/(?:\n|^)[ \t]{0,2}$/.test(before) || !/^,?[ \t]{0,2}(?:\r?\n|$)/.test(after)) return false;
  return start > 3;
}
