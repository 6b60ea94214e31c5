import type { Span } from "../../../finding.ts";
import { isUnit } from "../words/address-units.ts";
import {
  isHouseNumber,
  isNameWord,
  isOpener,
  isParticle,
  isSentenceWord,
} from "../words/address-words.ts";
import {
  firstWordAfter,
  isCapital,
  isUpper,
  isYear,
  type Word,
  wordsFrom,
} from "../words/words.ts";
import { LONGEST_NAME, SCORES, type Street } from "./street.ts";
import {
  DIRECTIONS,
  endingStrength,
  isGermanLeading,
  isPostBox,
  leadingStrength,
  middleStrength,
  trailingStrength,
} from "./street-types.ts";

const HIGHWAYS: ReadonlySet<string> = new Set(["highway", "hwy", "route", "rte", "us"]);

type Name = Omit<Street, "start">;

/**
 * Reads a street after its number: "12 Main Street", "20 Rue de la Paix", "51 101 Montreal Street",
 * "641 Dašická 688".
 */
export function numberFirst(text: string, number: Span): Street | undefined {
  const first = firstWordAfter(text, number.end);
  if (first === undefined || cannotBeginName(first)) return undefined;
  const words = wordsFrom(text, first, LONGEST_NAME + 3);
  const doubled = isHouseNumber(first);
  const name = doubled ? words.slice(1) : words;
  const unit = name.findIndex(isUnit);
  const parts = unit === -1 ? name : name.slice(0, unit);
  const street = ledBy(parts) ?? trailedBy(parts) ?? bare(parts, doubled, unit !== -1);
  if (street === undefined) return undefined;
  // In "In 2008 Supreme Court judges", the number is a year and an everyday word follows.
  const score = isYear(text, number) && street.score < 2 ? street.score - 1 : street.score;
  // Copies field by field, because a spread takes longer than reading the words.
  return { start: number.start, end: street.end, score, lower: street.lower };
}

/** A cheap test to run first, because the word after most numbers does not begin a name. */
function cannotBeginName(word: Word): boolean {
  if (leadingStrength(word) !== undefined || DIRECTIONS.has(word.key)) return false;
  if (HIGHWAYS.has(word.key)) return false;
  return isOpener(word) || (isSentenceWord(word) && !isParticle(word));
}

function ledBy(parts: readonly Word[]): Name | undefined {
  const [type, next] = parts;
  if (type === undefined || next === undefined || isGermanLeading(type)) return undefined;
  if (HIGHWAYS.has(type.key) && numberAt(parts, 1)) return nameTo(parts, 1, SCORES.weak, false);
  const strength = leadingStrength(type);
  if (strength === undefined) return undefined;
  const lower = !isCapital(next) && !isParticle(next);
  if (lower && (strength === "weak" || isSentenceWord(next))) return undefined;
  return named(parts, 1, SCORES[strength], lower);
}

function trailedBy(parts: readonly Word[]): Name | undefined {
  const [first] = parts;
  if (first === undefined || (isOpener(first) && !DIRECTIONS.has(first.key))) return undefined;
  const lower = isLower(parts);
  for (const [index, word] of parts.entries()) {
    const name = typedAt(parts, index, lower);
    if (name !== undefined) return name;
    if (!isNameWord(word, lower) || (lower && isCapital(word))) return undefined;
  }
  return undefined;
}

function typedAt(parts: readonly Word[], index: number, lower: boolean): Name | undefined {
  const word = parts[index];
  if (word === undefined) return undefined;
  const strength = index === 0 ? undefined : trailingStrength(word);
  if (strength !== undefined && (strength === "strong" || lower || isCapital(word)))
    return nameTo(parts, furthest(parts, index), SCORES[strength] - (lower ? 0.5 : 0), lower);
  const box = isPostBox(parts, index) ? "strong" : undefined;
  const apart = index === 0 ? undefined : middleStrength(word);
  const type = box ?? endingStrength(word) ?? apart;
  if (type !== undefined && numberAt(parts, index + 1))
    return nameTo(parts, index + 1, SCORES[type], lower);
  return undefined;
}

/**
 * Returns the index of the last word of the street. One street name may follow another: "Souterhead
 * Street Gregersen Prairie".
 */
function furthest(parts: readonly Word[], index: number): number {
  const rest = parts.slice(index + 1, index + 4);
  const words = rest.findIndex((word) => !isCapital(word));
  const names = words === -1 ? rest : rest.slice(0, words);
  const last = names.findLastIndex((word, at) => at > 0 && trailingStrength(word) !== undefined);
  return parts[index]?.dotted === true && last === -1 ? index : index + 1 + last;
}

/**
 * Reads a street without a word for a street, which a second number, a unit or the rest of the
 * address must confirm.
 */
function bare(parts: readonly Word[], doubled: boolean, unit: boolean): Name | undefined {
  const [first] = parts;
  if (first === undefined || isOpener(first) || /^\d/.test(first.text)) return undefined;
  const lower = isLower(parts);
  const name = named(parts, 0, doubled || unit ? 0.5 : 0, unit || lower);
  return lower && name?.score === 0 ? undefined : name;
}

function isLower(parts: readonly Word[]): boolean {
  const decisive = parts.find((word) => !/^\d/.test(word.text) && !isParticle(word));
  return decisive !== undefined && !isCapital(decisive);
}

function named(
  parts: readonly Word[],
  from: number,
  score: number,
  lower: boolean,
): Name | undefined {
  let end = from;
  while (end - from < LONGEST_NAME && isNamePart(parts, end, lower)) end += 1;
  // A number with a slash is not a house number here, because case numbers of courts have this
  // form: "6 U 128/09".
  if (end > from && (score < 1.5 ? isPlainNumberAt(parts, end) : numberAt(parts, end)))
    return nameTo(parts, end, score < 1.5 ? score + 0.5 : score, lower);
  while (end > from && isParticleAt(parts, end - 1)) end -= 1;
  return end > from ? nameTo(parts, end - 1, score, lower) : undefined;
}

function isParticleAt(parts: readonly Word[], index: number): boolean {
  const word = parts[index];
  return word !== undefined && isParticle(word);
}

function isNamePart(parts: readonly Word[], index: number, lower: boolean): boolean {
  const word = parts[index];
  if (word === undefined || !isNameWord(word, lower)) return false;
  const before = parts[index - 1];
  // A full stop ends the sentence, unless it abbreviates a word.
  return before === undefined || !before.dotted || before.key.length <= 4;
}

function numberAt(parts: readonly Word[], index: number): boolean {
  const word = parts[index];
  return word !== undefined && isHouseNumber(word);
}

function isPlainNumberAt(parts: readonly Word[], index: number): boolean {
  return numberAt(parts, index) && parts[index]?.text.includes("/") === false;
}

function nameTo(
  parts: readonly Word[],
  index: number,
  score: number,
  lower: boolean,
): Name | undefined {
  const word = parts[index];
  if (word === undefined) return undefined;
  const next = parts[index + 1];
  const directed = next !== undefined && DIRECTIONS.has(next.key) && isUpper(next);
  return { end: directed ? next.end : word.end, score, lower };
}
