import type { Hit, Recognizer } from "../../finding.ts";
import type { Codes } from "../../text/code-forms.ts";
import { precededBy } from "../../text/context.ts";
import { type Groups, groupsIn } from "../../text/groups.ts";
import { passesLuhn } from "../codes/luhn.ts";

const WORD = /[\p{L}\p{N}_]/u;
const SHORTEST = 12;
const LONGEST_FIRST = 19;
const LONGEST_NEXT = 7;
const GROUP = /\d+/g;

interface Scheme {
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

const SCHEMES: readonly Scheme[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:30[0-5]|3095|36|3[89])/, lengths: [14, 16, 19] },
  { prefix: /^(?:6011|64[4-9]|65|62)/, lengths: [16, 17, 18, 19] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  {
    prefix: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/,
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  },
  { prefix: /^(?:5019|4571|220[0-4])/, lengths: [16] },
  { prefix: /^(?:1|2131)/, lengths: [15] },
];
/**
 * Accepts any issuer, for numbers with context: Maestro covers most of 50 and 56-69, and stores
 * issue cards with their own prefixes.
 */
const ANY: Scheme = { prefix: /^(?!0{6})/, lengths: [12, 13, 14, 15, 16, 17, 18, 19] };
/**
 * Matches digits with a blank after each. No scheme prints cards like this, so without context they
 * are cells of a table.
 */
const SINGLE_DIGITS = /^\d(?: \d){11,18}$/;
/**
 * Matches the groups printed on cards, with any check digit, so that a number with a typo is found
 * too.
 */
const PRINTED = /^(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}|3\d{3}([ -])\d{6}\2\d{5})$/;
const CONTEXT = /(?:card|karte|credit|kredit|debit|maestro|visa|mastercard|amex|cc\b|payment)/i;

/**
 * Recognizes payment card numbers by issuer prefix and length (ISO/IEC 7812-1) and by check digit
 * (its annex B, Luhn).
 */
export const creditCard: Recognizer = {
  name: "credit-card",
  type: "CREDIT_CARD",
  codes: [
    { run: [1, SHORTEST - 1], begins: "number", after: /^(?:[\r\n ]|[.-]0)/ },
    { run: [SHORTEST, LONGEST_FIRST], begins: "number" },
  ],
  find({ text, codes }, places): readonly Hit[] {
    const hits: Hit[] = [];
    const { starts, ends } = codes;
    let next = 0;
    for (const first of places) {
      if (first < next) continue;
      const start = starts[first] ?? 0;
      const last = lastGroup(text, codes, first);
      const end = ends[last] ?? 0;
      if (end - start >= SHORTEST) {
        // Text glued to the first group excludes that group, but not the groups after it.
        if (WORD.test(text.charAt(start - 1))) continue;
        hits.push(...cardsAt(text, start, end));
      }
      next = last + 1;
    }
    return hits;
  },
};

function lastGroup(text: string, { starts, ends, areNumbers }: Codes, first: number): number {
  let found = -1;
  let before = 0;
  for (let next = first; areNumbers[next] === true; next += 1) {
    const [start = 0, end = 0] = [starts[next], ends[next]];
    if (end - start > (next === first ? LONGEST_FIRST : LONGEST_NEXT)) break;
    if (next > first && !isJoined(text, starts[first], before, start)) break;
    before = end;
    if (!WORD.test(text.charAt(end))) found = next;
  }
  return found;
}

function isGap(text: string, from: number, to: number): boolean {
  const code = text.charCodeAt(from);
  return to - from === 1 && (code === 32 || code === 45 || code === 46 || code === 0xa0);
}

function isJoined(text: string, first: number | undefined, from: number, to: number): boolean {
  return isGap(text, from, to) || isBrokenLine(text, first ?? from, from, to);
}

function isBrokenLine(text: string, first: number, from: number, to: number): boolean {
  if (to - from > 3 || !/^ ?\r?\n *$/.test(text.slice(from, to))) return false;
  if (!/(?<!\d)\d{4}$/.test(text.slice(from - 5, from))) return false;
  return precededBy(text, first, CONTEXT);
}

function cardsAt(text: string, start: number, end: number): readonly Hit[] {
  const run = text.slice(start, end);
  const cards = cardsIn(run, start, SCHEMES);
  if (cards.length === 0 && PRINTED.test(run) && precededBy(text, start, CONTEXT))
    return [{ start, end, confidence: 0.7 }];
  if (cards.length === 0 && SINGLE_DIGITS.test(run) && precededBy(text, start, CONTEXT))
    return isCard(run.replaceAll(" ", ""), SCHEMES) ? [{ start, end, confidence: 0.9 }] : [];
  // `ANY` is tried only if no known scheme matches, because the first twelve of sixteen digits
  // could fit it.
  return cards.length === 0 && precededBy(text, start, CONTEXT)
    ? cardsIn(run, start, [ANY])
    : cards;
}

function cardsIn(run: string, offset: number, schemes: readonly Scheme[]): Hit[] {
  const groups = groupsIn(run, GROUP);
  const hits: Hit[] = [];
  for (let first = 0; first < groups.starts.length; first += 1) {
    const last = lastGroupOfCard(run, groups, first, schemes);
    if (last === -1) continue;
    const [start = 0, end = 0] = [groups.starts[first], groups.ends[last]];
    hits.push({ start: offset + start, end: offset + end, confidence: 0.99 });
    first = last;
  }
  return hits;
}

function lastGroupOfCard(
  run: string,
  { starts, ends }: Groups,
  first: number,
  schemes: readonly Scheme[],
): number {
  let number = "";
  for (let last = first; last < starts.length && number.length < 19; last += 1) {
    const group = run.slice(starts[last], ends[last]);
    number += group;
    if (isCard(number, schemes)) return last;
    if (group.length < 3) return -1;
  }
  return -1;
}

function isCard(number: string, schemes: readonly Scheme[]): boolean {
  return (
    number.length >= 12 &&
    schemes.some(({ prefix, lengths }) => lengths.includes(number.length) && prefix.test(number)) &&
    passesLuhn(number)
  );
}
