import type { EntityType } from "@veil/contracts/entities";
import { wordSet } from "../text/word-set.ts";
import {
  LEXICON_FLAGS as F,
  FIRST_NAME,
  LAST_NAME,
  spokenBucket,
  writtenBucket,
} from "./lexicon/lexicon.ts";
import { CLASSES } from "./model/marginals.ts";
import { leastInGenitive } from "./rules/genitives.ts";
import { COLUMN_GAP, takeInverted } from "./rules/inverted-names.ts";
import { joinNames } from "./rules/joined-names.ts";
import { nameContextOf } from "./rules/name-contexts.ts";
import { takeOfficials } from "./rules/offices.ts";
import { minPersonShare, takeFullNames } from "./rules/person-or-organization.ts";
import { liftByStructure } from "./rules/structure.ts";
import { extendOverTitles } from "./rules/titles.ts";
import { at, SHAPES, TOKEN_KINDS, type Tokens } from "./tokens/tokens.ts";

/** Cached, because looking up a global object is slow under the test runner's module loader. */
const { min, max } = Math;

/** The minimum probability, from 0 to 1, that a word needs to become part of a name. */
export interface NameThresholds {
  /** A person in any other context. */
  readonly person: number;
  /** A person after a title, label or greeting, or below the closing of a letter. */
  readonly introduced: number;
  /** A person in the genitive before a noun, "Wulffs Hochzeit"; above 1 (off) in English. */
  readonly genitive: number;
  /** A person that is a single word at the start of a line. */
  readonly lineStart: number;
  /** A person whose name begins with an unlisted word. */
  readonly unlisted: number;
  /** A person whose name begins with a lower-case listed word. */
  readonly lowerListed: number;
  /** A person whose name begins with a lower-case unlisted word. */
  readonly lowerCase: number;
  /** A place; compared with the sum of place and organization, which the model often confuses. */
  readonly place: number;
  /** A place that is not in a list of towns, countries and streets. */
  readonly unlistedPlace: number;
  /** An organization; also compared with the sum of place and organization. */
  readonly organization: number;
  /**
   * The minimum ratio of two probabilities, person to organization, that makes a listed name a
   * person.
   */
  readonly personShare: number;
}

export interface DecodeOptions {
  readonly thresholds: NameThresholds;
  /** Whether "Dr." and "Mrs" before a person are part of the finding; English titles only. */
  readonly titles: boolean;
  /** Whether organizations that look like full names are persons; in German, too many do. */
  readonly fullNames: boolean;
  /** Whether an unlisted compound of two known words is a word of the language, as in German. */
  readonly compounds: boolean;
}

/** A name in the text: UTF-16 offsets, `end` exclusive. `confidence` is its highest marginal. */
export interface FoundName {
  start: number;
  end: number;
  type: EntityType;
  confidence: number;
}

interface OpenName extends FoundName {
  readonly threshold: number;
  firstRow: number;
  lastRow: number;
}

const OUTSIDE = 0;
const PERSON = 1;
const LOCATION = 2;
const ORGANIZATION = 3;
const TYPES: readonly (EntityType | undefined)[] = [
  undefined,
  "PERSON",
  "LOCATION",
  "ORGANIZATION",
];
const LEAST = 0.03;
/** If a word is a person with at least this probability, it is one elsewhere in the text too. */
const SURE = 0.8;
const REPEATED_MIN_LENGTH = 3;
const SYLLABLE_MAX = 5;
/** A word after a hyphen in this frequency bucket or above is not part of a name: "Obama-era". */
const EVERYDAY = 6;
const NEVER = 2;
const SURELY_OUTSIDE = 1 - LEAST;
const NAMES = FIRST_NAME | LAST_NAME | F.LAST_RARE;
const PLACES = F.CITY | F.CITY_PART | F.COUNTRY | F.STREET;

const LABELS = wordSet("iban bic blz mrn npi ssn dob vin pnr kvnr lanr bsnr nhs nino plz uid");
/** Returns the names of a text from its tokens' scores, disjoint and in document order. */
export function decodeNames(
  tokens: Tokens,
  marginals: Float32Array,
  text: string,
  { thresholds, titles, fullNames, compounds }: DecodeOptions,
): readonly FoundName[] {
  liftByStructure(tokens, marginals, text, compounds);
  liftRepeated(tokens, marginals, thresholds.person);
  const names: OpenName[] = [];
  for (let chain = 0; chain < tokens.chainCount; chain += 1) {
    const end = at(tokens.chainEnd, chain);
    for (let row = at(tokens.chainStart, chain); row < end; row += 1) {
      if ((marginals[row * CLASSES] ?? 0) < SURELY_OUTSIDE)
        takeRow(tokens, marginals, row, thresholds, names);
    }
  }
  if (fullNames) takeFullNames(names, tokens);
  takeOfficials(names, tokens);
  const whole = takeInverted(joinNames(names, tokens), tokens);
  for (const name of whole) {
    takeHyphenated(name, tokens);
    takeFullStop(name, tokens);
    if (titles) extendOverTitles(name, tokens);
  }
  return whole;
}

function liftRepeated(tokens: Tokens, marginals: Float32Array, threshold: number): void {
  const sure = surePersons(tokens, marginals);
  if (sure === undefined) return;
  for (let row = 0; row < tokens.count; row += 1) {
    const person = marginals[row * CLASSES + PERSON] ?? 0;
    if (person < LEAST || person >= threshold || !isCapitalizedCandidate(tokens, row)) continue;
    if (!sure.has(at(tokens.lower, row))) continue;
    marginals[row * CLASSES + PERSON] = threshold;
    marginals[row * CLASSES] = 0;
  }
}

function surePersons(tokens: Tokens, marginals: Float32Array): ReadonlySet<number> | undefined {
  let sure: Set<number> | undefined;
  for (let row = 0; row < tokens.count; row += 1) {
    if ((marginals[row * CLASSES + PERSON] ?? 0) < SURE) continue;
    if (!isCapitalizedCandidate(tokens, row)) continue;
    sure ??= new Set();
    sure.add(at(tokens.lower, row));
  }
  return sure;
}

function isCapitalizedCandidate(tokens: Tokens, row: number): boolean {
  return (
    tokens.candidate[row] === 1 &&
    tokens.kind[row] === TOKEN_KINDS.WORD &&
    tokens.shape[row] !== SHAPES.LOWER_WORD &&
    at(tokens.length, row) >= REPEATED_MIN_LENGTH
  );
}

function takeRow(
  tokens: Tokens,
  marginals: Float32Array,
  row: number,
  thresholds: NameThresholds,
  names: OpenName[],
): void {
  if (isLabel(tokens, row)) return;
  const last = names.at(-1);
  const open = last?.lastRow === row - 1 && isAdjacent(tokens, row) ? last : undefined;
  const threshold = personThreshold(tokens, row, open, thresholds);
  const place = placeThreshold(tokens, row, open, thresholds);
  const { personShare } = thresholds;
  const share = open?.type === "PERSON" ? personShare : minPersonShare(tokens, row, personShare);
  const least = { person: threshold, place, organization: thresholds.organization };
  const typeIndex = typeOf(marginals, row * CLASSES, least, share);
  const type = TYPES[typeIndex];
  if (type === undefined) return;
  const confidence = marginals[row * CLASSES + typeIndex] ?? 0;
  if (open?.type === type) {
    open.end = at(tokens.end, row);
    open.lastRow = row;
    open.confidence = max(open.confidence, confidence);
  } else if (tokens.kind[row] === TOKEN_KINDS.WORD) {
    const [start, end] = [at(tokens.start, row), at(tokens.end, row)];
    // The noun after a genitive is not part of the name, so the low threshold does not apply to it.
    const least = max(threshold, thresholds.introduced);
    names.push({ start, end, type, confidence, threshold: least, firstRow: row, lastRow: row });
  }
}

/** Returns whether the row continues the line of the row before it, without a wide gap. */
function isAdjacent(tokens: Tokens, row: number): boolean {
  const gap = at(tokens.start, row) - at(tokens.end, row - 1);
  return tokens.line[row] === tokens.line[row - 1] && gap < COLUMN_GAP;
}

/** Returns whether the word is the label of a number, such as "IBAN" or "MRN". */
function isLabel(tokens: Tokens, row: number): boolean {
  return tokens.shape[row] !== SHAPES.CAPITALIZED && LABELS.has(at(tokens.lower, row));
}

function typeOf(
  marginals: Float32Array,
  cell: number,
  least: Pick<NameThresholds, "person" | "place" | "organization">,
  share: number,
): number {
  const person = marginals[cell + PERSON] ?? 0;
  const location = marginals[cell + LOCATION] ?? 0;
  const organization = marginals[cell + ORGANIZATION] ?? 0;
  const leastOther = location >= organization ? least.place : least.organization;
  const isOther = location + organization >= leastOther;
  if (person >= least.person && (!isOther || person >= max(location, share * organization)))
    return PERSON;
  if (!isOther) return OUTSIDE;
  return location >= organization ? LOCATION : ORGANIZATION;
}

function placeThreshold(
  tokens: Tokens,
  row: number,
  open: OpenName | undefined,
  thresholds: NameThresholds,
): number {
  if (open?.type === "LOCATION" || (at(tokens.flags, row) & PLACES) !== 0) return thresholds.place;
  const isLower = tokens.shape[row] === SHAPES.LOWER_WORD;
  return isLower ? max(thresholds.unlistedPlace, thresholds.lowerCase) : thresholds.unlistedPlace;
}

function personThreshold(
  tokens: Tokens,
  row: number,
  open: OpenName | undefined,
  thresholds: NameThresholds,
): number {
  if (open?.type === "PERSON") return min(thresholds.person, open.threshold);
  if (tokens.kind[row] !== TOKEN_KINDS.WORD) return thresholds.person;
  const isListed = (at(tokens.flags, row) & NAMES) !== 0;
  const shape = tokens.shape[row];
  if (shape === SHAPES.LOWER_WORD) {
    if (isInIdentifier(tokens, row)) return NEVER;
    return isListed ? thresholds.lowerListed : thresholds.lowerCase;
  }
  const context = nameContextOf(tokens, row);
  if (context === "introduced" && (isListed || shape !== SHAPES.ALL_CAPITALS))
    return thresholds.introduced;
  const general = context === "line-start" ? thresholds.lineStart : thresholds.person;
  const least = isListed ? general : max(general, thresholds.unlisted);
  return leastInGenitive(tokens, row, least, thresholds.genitive);
}

/** Matches a later lower-case part of "packages/http-kit", or "deb" of "deb-systemd-helper". */
function isInIdentifier(tokens: Tokens, row: number): boolean {
  const before = tokens.glued[row] === 1 ? tokens.shape[row - 1] : SHAPES.EDGE;
  if (before === SHAPES.HYPHEN || before === SHAPES.SLASH) return true;
  return [row + 1, row + 3].every(
    (sign) => tokens.shape[sign] === SHAPES.HYPHEN && tokens.glued[sign] === 1,
  );
}

/** Extends "Min" to "Min-jun", and "schmidt" to "schmidt-lange". */
function takeHyphenated(name: OpenName, tokens: Tokens): void {
  if (name.type !== "PERSON") return;
  const isOpen = tokens.shape[name.lastRow] === SHAPES.HYPHEN;
  const hyphen = isOpen ? name.lastRow : name.lastRow + 1;
  const part = hyphen + 1;
  if (part >= tokens.count || tokens.shape[hyphen] !== SHAPES.HYPHEN) return;
  if (tokens.glued[hyphen] !== 1 || tokens.glued[part] !== 1) return;
  if (tokens.shape[part] !== SHAPES.LOWER_WORD) return;
  const isLower = tokens.shape[hyphen - 1] === SHAPES.LOWER_WORD;
  const isSurname = isLower && (at(tokens.flags, part) & (LAST_NAME | F.LAST_RARE)) !== 0;
  if (!isSurname && isEveryday(at(tokens.flags, part))) return;
  if (!isLower && at(tokens.length, part) > SYLLABLE_MAX) return;
  name.end = at(tokens.end, part);
  name.lastRow = part;
}

function isEveryday(flags: number): boolean {
  return spokenBucket(flags) >= EVERYDAY || writtenBucket(flags) >= EVERYDAY;
}

/** Extends "Koch H" to "Koch H.". */
function takeFullStop(name: OpenName, tokens: Tokens): void {
  const next = name.lastRow + 1;
  if (name.type !== "PERSON" || name.firstRow === name.lastRow || next >= tokens.count) return;
  if (tokens.shape[name.lastRow] !== SHAPES.INITIAL) return;
  if (tokens.shape[next] === SHAPES.FULL_STOP && tokens.glued[next] === 1)
    name.end = at(tokens.end, next);
}
