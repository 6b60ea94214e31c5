import type { Span } from "../../../finding.ts";
import {
  isHouseNumber,
  isNameWord,
  isOpener,
  isParticle,
  isSentenceWord,
} from "../words/address-words.ts";
import { isCapital, isUpper, isYear, type Word, wordsBefore } from "../words/words.ts";
import { LONGEST_NAME, SCORES, type Street } from "./street.ts";
import {
  endingStrength,
  isGermanLeading,
  isPostBox,
  leadingStrength,
  middleStrength,
} from "./street-types.ts";

const { max } = Math;

/**
 * Reads a street before its number: "Hauptstraße 5", "Am Alten Markt 12", "Via Roma 41", "Király
 * utca 15".
 */
export function numberLast(text: string, number: Span): Street | undefined {
  const [last] = wordsBefore(text, number.start, 1);
  if (last === undefined || isHouseNumber(last) || isOpener(last)) return undefined;
  if (isSentenceWord(last) || /(?:nummer|nr)$/.test(last.key)) return undefined;
  const words = wordsBefore(text, number.start, LONGEST_NAME);
  const found =
    box(words) ?? led(words) ?? compound(words, last) ?? typed(words, last) ?? plain(text, words);
  const first = found === undefined ? undefined : words[found.first];
  if (found === undefined || first === undefined) return undefined;
  const score = isYear(text, number) ? found.score - 1 : found.score;
  const end = isPostBox(words, words.length - 1) ? boxEnd(text, number.end) : number.end;
  return { start: first.start, end, score, lower: !isCapital(last) };
}

const HIGHWAY = /^(?:bundes|landes|staats|kreis|land|reichs|europa)str(?:aße|asse|\.)?$/;

interface Found {
  readonly first: number;
  readonly score: number;
}

function box(words: readonly Word[]): Found | undefined {
  if (!isPostBox(words, words.length - 1)) return undefined;
  const from = words.findLastIndex(({ key }) => key === "p" || key === "po" || key === "gpo");
  return { first: from === -1 ? words.length - 1 : from, score: 2 };
}

function boxEnd(text: string, end: number): number {
  return end + (/^(?: \d{2,3}(?!\d)){1,3}/.exec(text.slice(end, end + 13))?.[0].length ?? 0);
}

function compound(words: readonly Word[], last: Word): Found | undefined {
  const strength = endingStrength(last);
  if (strength === undefined || middleStrength(last) !== undefined) return undefined;
  let first = words.length - 1;
  while (first > 0 && isAdjective(words[first - 1])) first -= 1;
  // "Bundesstraße 43" is a highway.
  if (first === words.length - 1 && HIGHWAY.test(last.key)) return { first, score: 0.5 };
  if (isBetween(words[first - 1], words[first - 2])) first -= 2;
  return { first, score: SCORES[strength] };
}

function isBetween(particle: Word | undefined, before: Word | undefined): boolean {
  if (particle === undefined || before === undefined || isCapital(particle)) return false;
  return (
    /^(?:de|den|van|der|het|von|du|zu)$/.test(particle.key) &&
    isCapital(before) &&
    !isOpener(before)
  );
}

function isAdjective(word: Word | undefined): boolean {
  if (word === undefined || word.dotted || !isCapital(word) || isOpener(word)) return false;
  return word.key.length > 3 && /(?:er|e|en|er|y|á|ra|es)$/.test(word.key);
}

function typed(words: readonly Word[], last: Word): Found | undefined {
  const strength = middleStrength(last);
  if (strength === undefined) return undefined;
  const lower = words.length > 1 && !words.slice(-2).some(isCapital);
  let first = words.length - 1;
  const least = max(0, first - 3);
  while (first > least && isBefore(words[first - 1], lower)) first -= 1;
  while (first < words.length - 1 && isParticleAt(words, first)) first += 1;
  if (first === words.length - 1) return undefined;
  // "Rahlstedter Weg" and "Neuer Markt", but not "Brasilien Platz 1".
  if (strength === "weak" && !/(?:er|e|es)$/.test(words.at(-2)?.key ?? "")) return undefined;
  return { first, score: SCORES[strength] };
}

function isBefore(word: Word | undefined, lower: boolean): boolean {
  if (word === undefined || isHouseNumber(word)) return false;
  return isNameWord(word, lower) && (!isOpener(word) || isParticle(word));
}

function isParticleAt(words: readonly Word[], index: number): boolean {
  const word = words[index];
  return word !== undefined && isParticle(word);
}

function led(words: readonly Word[]): Found | undefined {
  const lower = !words.slice(-2).some(isCapital);
  for (let first = words.length - 2; first >= 0; first -= 1) {
    const type = words[first];
    const next = words[first + 1];
    if (type === undefined || next === undefined) return undefined;
    const score = leadingScore(type, next, words[first + 2]);
    if (score > 0) return { first, score };
    if (!isNameWord(type, lower) || type.dotted) return undefined;
  }
  return undefined;
}

function leadingScore(type: Word, next: Word, second: Word | undefined): number {
  const strength = leadingStrength(type);
  if (strength === undefined) return 0;
  if (isGermanLeading(type)) {
    const name = /^de[rnm]$/.test(next.key) ? second : next;
    return isCapital(type) && name !== undefined && isCapital(name) ? 1 : 0;
  }
  if (isCapital(next)) return SCORES[strength];
  return strength === "strong" && (!isSentenceWord(next) || isParticle(next))
    ? SCORES[strength]
    : 0;
}

/**
 * Finds capitalized words on a separate line or after a comma, which the rest of the address must
 * confirm.
 */
function plain(text: string, words: readonly Word[]): Found | undefined {
  let first = words.length;
  while (first > 0 && isBefore(words[first - 1], false)) first -= 1;
  const opening = words[first];
  if (opening === undefined || isParticle(opening)) return undefined;
  if (words.length - first === 1 && isUpper(opening) && opening.text.length < 5) return undefined;
  const before = text.slice(max(0, opening.start - 3), opening.start);
  const opens = first === 0 && /(?:^|[\n,:;(>|]\s{0,2})$/.test(before);
  const led = /^(?:to|at|in|is|from|on|nach|bei|ist)$/.test(words[first - 1]?.key ?? "");
  return opens || led ? { first, score: 0 } : undefined;
}
