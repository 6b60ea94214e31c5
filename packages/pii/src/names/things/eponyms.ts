import type { Span } from "../../finding.ts";
import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { isNamesake, isWare } from "../../gazetteers/things.ts";
import { endPattern } from "../../text/end-pattern.ts";
import { bisect } from "../../text/spans.ts";
import { createWordTriggers } from "../../text/word-triggers.ts";
import type { Words } from "../../text/words.ts";

/** Nouns that follow only names of people after whom things are named. None is also a verb. */
const OF_SCIENCE = pattern(
  `algorithms? theorems? lemmas? conjectures? paradox(?:es)? inequality equations? integrals? transform transformations?
  polynomials? matrix matrices manifolds? equilibrium equilibria modulus entropy distributions? process regression
  series spaces? cycle effect experiment coefficients? diagrams? curve lattices? group algebras? logic syndromes?
  palsy triads? reflex(?:es)? catheters? membranes? anaemia anemia lymphoma sarcoma ligaments? ducts? glands?
  maneuvers? manoeuvres? comets? nebula belt radiation constants? calendars? ratios? alpha beta criterion criteria
  estimators? indices disease`,
);
/**
 * Nouns of things, after a name without a genitive: "a Phillips screw" is a thing, but "Anna's
 * salad" belongs to a person.
 */
const OF_GOODS = pattern(
  `diseases? bodies dementia fractures? position scores? stain scales? salads? dressings? sauces? apples? pears? sponge
  cakes? puddings? steaks? pies? burgers? cocktails? whiskeys? whiskys? beans? tomatoes cheese screws? screwdrivers?
  bolts? wrench(?:es)? spanners? clamps? hook amps? guitars? pianos? strings motors? tractors? engines? generators?
  lamps? stoves? ovens? chair firs? spruce pines? oaks? lily lilies roses? orchids? daisy daisies maples? beetles?
  gulls? gazelles? zebras? finches terriers? spaniels? hounds? setters? telescopes? clouds? spin salchows?
  openings? defen[cs]es? gambits? index indexes curves bonds funds? No\\.?_\\d{1,3}`,
);
/** Nouns of things that people also have; they count only after listed eponyms. */
const OF_THINGS_OR_PEOPLE = pattern(
  `laws? principles? rules? tests? signs? points? numbers? lines? strips? forms? methods? chains? problems? units? areas? models? theory theories
  units? cells? statistics? procedures? approach(?:es)? plans? doctrines? currents? wells? scales? razor wager fork guillotine dilemma demon hypothesis`,
);
/**
 * German nouns after an eponym of medicine, without nouns that follow patients in a list, such as
 * "Operation".
 */
const OF_MEDICINE =
  /^ (?:Plastik|Plastie|Klemme|Lappen|Kanüle|Zeichen|Manöver|Tubus|Klassifikation|Skala|Anastomose|Zugang|Zellen?|Knötchen|Syndrom|Reflex|Blockierung)(?!\p{L})/u;
const LITTLE =
  /^(?:['’]s|['’])? (?:(?:little|last|first|second|third|great|general|normal|incompleteness|binary|double|rank|shortest|fast|orange|blue|red|white|black|central|small|large|body|coma|cell|line) ){0,2}/iu;
/** The words that begin the phrases of `BEFORE`. */
const PHRASES = createWordTriggers([
  `satz satzes sätze sätzen lemma ungleichung gleichung formel regel prinzip gesetz methode verfahren algorithmus theorem
  transformation verteilung zahl konstante kriterium paradoxon morbus syndrom organ circle islet islets fissure law
  method`.split(/\s+/),
]);
const PHRASE_REACH = 80;
const BEFORE = endPattern(
  /(?:^|[^\p{L}])(?:satz(?:es)? (?:von|des|der)|sätzen? (?:von|des)|lemma von|(?:ungleichung|gleichung|formel|regel|prinzip|gesetz|methode|verfahren|algorithmus|theorem|transformation|verteilung|zahl|konstante|kriterium|paradoxon) (?:von|nach)|morbus|syndrom nach|organ of|circle of|islets? of|fissure of|theorem of|lemma of|law of|method of)\s(?:\p{Lu}[\p{L}-]+(?:,| und| and|, und)? ){0,4}$/iu,
);
/** Matches the last part of a German compound, as in "Braden-Skala". */
const COMPOUND = endPattern(
  /-(?:lagerung|klemme|skala|scores?|tests?|verfahren|syndroms?|krankheit|reflex|zeichen|kreisel|salto|sprung|sprünge|drehung|grätsche|effekts?|gesetz(?:e|es)?|gleichung(?:en)?|konstanten?|prinzips?|theorems?|algorithmus|raum|räume|matrix|kurven?|diagramme?|modells?|methoden?|katheter|schiene|operation|verteilung|verteilungen|zahl|zahlen|integral|transformation|reihe|reihen|zyklus|bakterien|zellen|dübel|schraube|schrauben|schlüssel|motor|motoren|gitarre|verstärker|salat|torte|soße|sauce|schnitzel|kartoffeln?|äpfel|apfel|rose|rosen|kalender|formel|formeln|ebene|kegel|röhre|strahlung|spektrum|experiment|versuch|paradoxon|rad|ofen|brenner|kolben|trichter|schale|kette|ketten|bombe|periode|ära|doktrin|index|aktie|fonds)$/iu,
);
const SCHOOL = endPattern(/(?:['’]sche[rnsm]?|sche[rnsm]? )$/u);
/**
 * Last letters of the words that `ISM` matches, including the long s, which has the upper case of
 * s.
 */
const ENDS_OF_ISMS = "msyMSY\u017f";
const ISM = endPattern(/^[\p{L}-]+(?:isms?|ismus|omics|istics|ology)$/iu);

interface NameKind {
  readonly isListed: boolean;
  readonly isEnglish: boolean;
  /** Whether the name is in no list of names. */
  readonly isUnknown: boolean;
  /** Whether a phrase of {@link phrasesIn} begins shortly before the name. */
  readonly mayFollowPhrase: boolean;
}

/**
 * Returns the places, in order, where phrases may begin that precede things named after people,
 * such as "Satz von".
 */
export function phrasesIn(words: Words): readonly number[] {
  return PHRASES(words)[0] ?? [];
}

export function mayFollowPhrase(phrases: readonly number[], start: number): boolean {
  const next = bisect(phrases.length, (index) => (phrases[index] ?? 0) < start);
  return next > 0 && (phrases[next - 1] ?? 0) >= start - PHRASE_REACH;
}

/**
 * Returns whether a thing is named after the person: "Hilbert space", "Le Chatelier's principle",
 * "der Satz von Rolle", "Braden-Skala", "Thatcherism".
 */
export function isEponym(text: string, span: Span, kind: NameKind): boolean {
  const { start, end } = span;
  if (isDerived(text.slice(start, end))) return true;
  if (text.charAt(end) === "-" && COMPOUND.test(compoundAt(text, end))) return true;
  if (kind.mayFollowPhrase && BEFORE.test(text.slice(Math.max(0, start - PHRASE_REACH), start)))
    return true;
  // Only a space or an apostrophe can separate a name from its noun.
  return " '’".includes(text.charAt(end) || ".") && isBeforeNoun(text, span, kind);
}

/**
 * Returns whether the name itself names a thing: "Braden-Skala", "Thatcherism", "Laplaces Dämon".
 */
function isDerived(name: string): boolean {
  if (name.includes("-") && COMPOUND.test(name)) return true;
  if (ENDS_OF_ISMS.includes(name.charAt(name.length - 1)) && ISM.test(name)) return true;
  return SCHOOL.test(name) || isNamesakeOf(name);
}

/**
 * Returns whether a noun follows that makes the name part of a thing's name: "Hilbert space", "Le
 * Chatelier's principle".
 */
function isBeforeNoun(
  text: string,
  { start, end }: Span,
  { isListed, isEnglish, isUnknown }: NameKind,
): boolean {
  const name = text.slice(start, end);
  const behind = text.slice(end, end + 60).replace(LITTLE, " ");
  if (isListed && OF_THINGS_OR_PEOPLE.test(behind)) return true;
  if (/['’]s?$/u.test(name) || /^['’]/u.test(text.slice(end, end + 1)))
    return OF_SCIENCE.test(behind) && (isListed || nameClarities(bare(name))[0] === "unknown");
  if (OF_MEDICINE.test(behind) && (isListed || isUnknown)) return true;
  return isAttribute(behind, isEnglish && !/[^s]s$/u.test(name));
}

/**
 * Returns whether a noun without a genitive makes the name part of a thing's name: "Hilbert space",
 * but not "REMY EFFECT".
 */
function isAttribute(behind: string, isEnglish: boolean): boolean {
  if (/^ \p{Lu}{2}/u.test(behind)) return false;
  if (OF_SCIENCE.test(behind) || OF_GOODS.test(behind)) return true;
  return isEnglish && isBeforeWare(behind);
}

/** Returns whether goods follow, as in "Clarks boots". */
function isBeforeWare(behind: string): boolean {
  const next = /^ ([a-z]{3,})(?!\p{L})/u.exec(behind)?.[1];
  return next !== undefined && isWare(next);
}

/** Returns whether the name is a German genitive and one more word, such as "Laplaces Dämon". */
function isNamesakeOf(name: string): boolean {
  if (!name.includes("s ")) return false;
  const [, surname, thing] = /^(\p{Lu}\p{L}{3,})s (\p{Lu}\p{Ll}+)$/u.exec(name) ?? [];
  if (surname === undefined || thing === undefined || !isNamesake(surname)) return false;
  return nameClarities(thing).every((clarity) => clarity === "unknown");
}

function compoundAt(text: string, end: number): string {
  return /^-[\p{L}-]+/u.exec(text.slice(end, end + 40))?.[0] ?? "";
}

function bare(name: string): string {
  return name.replace(/['’]s?$/u, "");
}

function pattern(words: string): RegExp {
  const alternatives = words.trim().split(/\s+/).join("|").replaceAll("_", " ");
  return new RegExp(`^ (?:${alternatives})(?!\\p{L})`, "iu");
}
