import type { Finding } from "../../finding.ts";
import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { BRAND_KIND, isNamesake, NO_KIND, PLACE_KIND } from "../../gazetteers/things.ts";
import type { Doc } from "../../text/document.ts";
import { isAmongThings, type NameSurroundings } from "./among-things.ts";
import { isNamedThing, isPlantOfParts, isQuotedVariety } from "./class-nouns.ts";
import {
  isAfterArticle,
  isCommonNoun,
  isCompound,
  isDoubtfulNoun,
  isLetter,
  isNamesakesThing,
  isNeuterAdjective,
  isOfEra,
  isPlainString,
  isSaint,
} from "./doubtful-words.ts";
import { isEponym, mayFollowPhrase, phrasesIn } from "./eponyms.ts";
import {
  isInPhrase,
  isListedThing,
  isOfItsKind,
  isPartlyThing,
  isTitledThing,
} from "./listed-things.ts";
import { isMedicalPlace, isMedicalTerm } from "./medical-words.ts";
import { isFramed } from "./person-frames.ts";
import { bareName, createNameReader, isFullName, type PossibleName } from "./possible-name.ts";
import { isSentenceOpener } from "./sentence-openers.ts";
import { isUsedThing } from "./used-things.ts";
import type { WordFacts } from "./word-facts.ts";

/**
 * From this confidence on, a person remains a person even if a thing in the text has the same name.
 */
const SURE = 0.8;
const LONGEST_NAME = 60;

/**
 * "word" means that the word is not a name here, although the same word may be a name elsewhere in
 * the text.
 */
type Judgment = "person" | "place" | "thing" | "word";
type Rule = (text: string, name: PossibleName, context: NameSurroundings) => boolean;

/** Rules that hold in any context. */
const SURE_RULES: readonly Rule[] = [isOfEra, isTitledThing, isPlainString, isQuotedVariety];
/** Rules that hold unless a title, a label or similar context shows that the name is a person. */
const RULES: readonly Rule[] = [
  isLetter,
  isNamedAfter,
  isAfterArticle,
  isCompound,
  isNeuterAdjective,
  isNamesakesThing,
  isMedicalTerm,
  isUsedThing,
  isCommonNoun,
];
/** Rules that hold unless the name is a full name. */
const RULES_OF_PARTS: readonly Rule[] = [isNamedThing, isInPhrase, isPlantOfParts];
const RULES_OF_LISTED: readonly Rule[] = [isListedThing, isPartlyThing, isOfItsKind];
const RULES_OF_SINGLE_WORDS: readonly Rule[] = [...RULES_OF_PARTS, isDoubtfulNoun, isAmongThings];
/**
 * Rules for full names in lists of things. Persons can have the same full name, so these rules need
 * other things nearby or a surname that is a word.
 */
const RULES_OF_FULL_NAMES: readonly Rule[] = [
  isClearlyThing,
  isAmongThings,
  isInPhrase,
  isOfItsKind,
];

/**
 * Removes persons that are things: by the lists of things, by the words around them, or because
 * they are among other things. Some become places instead. A title, a label, a salutation or a full
 * name outweighs the lists. Judges twice, because things that the first judgment removes no longer
 * count as persons in a list.
 */
export function personsOnly(
  { text, words }: Pick<Doc, "text" | "words">,
  findings: readonly Finding[],
  facts: WordFacts,
): readonly Finding[] {
  if (!findings.some(isJudged)) return findings;
  const shared = { facts, phrases: phrasesIn(words), nameOf: createNameReader(text) };
  const first = judged(text, findings, { findings, ...shared });
  const persons = first.filter(({ judgment }) => judgment === "person");
  if (persons.length === first.length) return findings;
  const context = { findings: persons.map(({ finding }) => finding), ...shared };
  const things = new Set<string>();
  const second = first.map((one) => {
    const isLeft = one.judgment === "person" && isPerson(one.finding);
    const judgment =
      isLeft && isNowAmongThings(text, one.finding, context) ? "thing" : one.judgment;
    if (judgment !== "person" && judgment !== "word")
      things.add(text.slice(one.finding.start, one.finding.end));
    return { ...one, judgment };
  });
  return second.flatMap(({ finding, judgment }): readonly Finding[] => {
    if (judgment === "place") return [{ ...finding, type: "LOCATION" }];
    if (judgment === "thing" || judgment === "word") return [];
    return isPerson(finding) && isSameThing(text, finding, things, context) ? [] : [finding];
  });
}

/** Applies the only rule that depends on the other findings. */
function isNowAmongThings(text: string, finding: Finding, context: NameSurroundings): boolean {
  if (finding.end - finding.start > LONGEST_NAME) return false;
  const name = context.nameOf(finding);
  if (!rulesFor(name).includes(isAmongThings) || isClearlyPerson(name)) return false;
  return isAmongThings(text, name, context) && !isFramed(text, finding);
}

interface Judged {
  readonly finding: Finding;
  readonly judgment: Judgment;
}

function judged(
  text: string,
  findings: readonly Finding[],
  context: NameSurroundings,
): readonly Judged[] {
  return findings.map((finding) => ({
    finding,
    judgment: isPerson(finding) ? judge(text, finding, context) : judgeOther(finding, context),
  }));
}

/** Keeps findings that are not persons, except places that are medical words. */
function judgeOther(finding: Finding, { nameOf }: NameSurroundings): Judgment {
  if (finding.type !== "LOCATION" || finding.end - finding.start > LONGEST_NAME) return "person";
  return isMedicalPlace(nameOf(finding)) ? "thing" : "person";
}

function isSameThing(
  text: string,
  finding: Finding,
  things: ReadonlySet<string>,
  { nameOf }: NameSurroundings,
): boolean {
  if (!things.has(text.slice(finding.start, finding.end)) || isFramed(text, finding)) return false;
  const name = nameOf(finding);
  return finding.confidence < SURE || (name.words.length > 1 && isListed(name));
}

function judge(text: string, finding: Finding, context: NameSurroundings): Judgment {
  if (finding.end - finding.start > LONGEST_NAME) return "person";
  const name = context.nameOf(finding);
  const holds = (rule: Rule) => rule(text, name, context);
  if (SURE_RULES.some(holds)) return "thing";
  if (isClearlyPerson(name)) return "person";
  const judgment = judgeByRules(name, holds);
  // `isFramed` is checked last, because no rule holds for most persons.
  return judgment === "person" || isFramed(text, finding) ? "person" : judgment;
}

function judgeByRules(name: PossibleName, holds: (rule: Rule) => boolean): Judgment {
  if (holds(isSaint)) return "place";
  if (RULES.some(holds)) return "thing";
  if (holds(isSentenceOpener)) return "word";
  if (!isFullName(name) && RULES_OF_LISTED.some(holds))
    return name.kinds === PLACE_KIND ? "place" : "thing";
  return rulesFor(name).some(holds) ? "thing" : "person";
}

function rulesFor(name: PossibleName): readonly Rule[] {
  if (isFullName(name)) return isListed(name) ? RULES_OF_FULL_NAMES : [];
  return name.words.length === 1 ? RULES_OF_SINGLE_WORDS : RULES_OF_PARTS;
}

function isNamedAfter(
  text: string,
  name: PossibleName,
  { facts, phrases }: NameSurroundings,
): boolean {
  const bare = bareName(name.text);
  return isEponym(text, name, {
    isListed: isNamesake(bare) || isListed(name),
    isEnglish: facts.language === "en",
    isUnknown: !facts.isName(bare),
    mayFollowPhrase: mayFollowPhrase(phrases, name.start),
  });
}

/**
 * Returns whether the name is a brand, or one that no person is likely to have, such as "Cocker
 * Spaniel".
 */
function isClearlyThing(
  _text: string,
  { words, kinds }: PossibleName,
  { facts }: NameSurroundings,
): boolean {
  if ((kinds & BRAND_KIND) !== NO_KIND) return true;
  const surname = words.at(-1) ?? "";
  const [[given], [, family]] = [nameClarities(words[0] ?? ""), nameClarities(surname)];
  return facts.isPlain(surname) || (given === "ambiguous" && family === "unknown");
}

/**
 * Returns whether the name has a known given name and another word, and is in no list of things:
 * "gave the Anna Weber flowers".
 */
function isClearlyPerson({ words, kinds }: PossibleName): boolean {
  return words.length > 1 && kinds === NO_KIND && nameClarities(words[0] ?? "")[0] === "clear";
}

function isListed({ kinds }: PossibleName): boolean {
  return kinds !== NO_KIND;
}

function isJudged({ type }: Finding): boolean {
  return type === "PERSON" || type === "LOCATION";
}

function isPerson({ type }: Finding): boolean {
  return type === "PERSON";
}
