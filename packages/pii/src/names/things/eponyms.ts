import type { Span } from "../../finding.ts";
import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { isNamesake, isWare } from "../../gazetteers/things.ts";
import { endPattern } from "../../text/end-pattern.ts";
import { bisect } from "../../text/spans.ts";
import { createWordTriggers } from "../../text/word-triggers.ts";
import type { Words } from "../../text/words.ts";

/** Nouns that only things named after people have; no verbs. */
const OF_SCIENCE = pattern(
  `algorithms? theorems? lemmas? conjectures? paradox(?:es)? inequality equations? integrals? transform transformations?
  polynomials? matrix matrices manifolds? equilibrium equilibria modulus entropy distributions? process regression
  series spaces? cycle effect experiment coefficients? diagrams? curve lattices? group algebras? logic syndromes?
  palsy triads? reflex(?:es)? catheters? membranes? anaemia anemia lymphoma sarcoma ligaments? ducts? glands?
  maneuvers? manoeuvres? comets? nebula belt radiation constants? calendars? ratios? alpha beta criterion criteria
  estimators? indices disease`,
);
/** Nouns that need no owner: "a Phillips screw", but "Anna's salad". */
const OF_GOODS = pattern(
  `diseases? bodies dementia fractures? position scores? stain scales? salads? dressings? sauces? apples? pears? sponge
  cakes? puddings? steaks? pies? burgers? cocktails? whiskeys? whiskys? beans? tomatoes cheese screws? screwdrivers?
  bolts? wrench(?:es)? spanners? clamps? hook amps? guitars? pianos? strings motors? tractors? engines? generators?
  lamps? stoves? ovens? chair firs? spruce pines? oaks? lily lilies roses? orchids? daisy daisies maples? beetles?
  gulls? gazelles? zebras? finches terriers? spaniels? hounds? setters? telescopes? clouds? spin salchows?
  openings? defen[cs]es? gambits? index indexes curves bonds funds? No\\.?_\\d{1,3}`,
);
/** Nouns that people have too: only after listed eponyms. */
const OF_THINGS_OR_PEOPLE = pattern(
  `laws? principles? rules? tests? signs? points? numbers? lines? strips? forms? methods? chains? problems? units? areas? models? theory theories
  units? cells? statistics? procedures? approach(?:es)? plans? doctrines? currents? wells? scales? razor wager fork guillotine dilemma demon hypothesis`,
);
/**
 * German nouns after an eponym of medicine, without those that follow patients in a list, such as
 * "Operation".
 */
const OF_MEDICINE =
  /^ (?:Plastik|Plastie|Klemme|Lappen|Kanüle|Zeichen|Manöver|Tubus|Klassifikation|Skala|Anastomose|Zugang|Zellen?|Knötchen|Syndrom|Reflex|Blockierung)(?!\p{L})/u;
const LITTLE =
  /^(?:['’]s|['’])? (?:(?:little|last|first|second|third|great|general|normal|incompleteness|binary|double|rank|shortest|fast|orange|blue|red|white|black|central|small|large|body|coma|cell|line) ){0,2}/iu;
/** The words with which the phrases of `BEFORE` begin. */
const PHRASES = createWordTriggers([
  `satz satzes sätze sätzen lemma ungleichung gleichung formel regel prinzip gesetz methode verfahren algorithmus theorem
  transformation verteilung zahl konstante kriterium paradoxon morbus syndrom organ circle islet islets fissure law
  method`.split(/\s+/),
]);
const PHRASE_REACH = 80;
const BEFORE = endPattern(
  /(?:^|[^\p{L}])(?:satz(?:es)? (?:von|des|der)|sätzen? (?:von|des)|lemma von|(?:ungleichung|gleichung|formel|regel|prinzip|gesetz|methode|verfahren|algorithmus|theorem|transformation|verteilung|zahl|konstante|kriterium|paradoxon) (?:von|nach)|morbus|syndrom nach|organ of|circle of|islets? of|fissure of|theorem of|lemma of|law of|method of)\s(?:\p{Lu}[\p{L}-]+(?:,| und| and|, und)? ){0,4}$/iu,
);
/** Matches the last part of a German compound: "Braden-Skala". */
const COMPOUND = endPattern(
  /-(?:lagerung|klemme|skala|scores?|tests?|verfahren|syndroms?|krankheit|reflex|zeichen|kreisel|salto|sprung|sprünge|drehung|grätsche|effekts?|gesetz(?:e|es)?|gleichung(?:en)?|konstanten?|prinzips?|theorems?|algorithmus|raum|räume|matrix|kurven?|diagramme?|modells?|methoden?|katheter|schiene|operation|verteilung|verteilungen|zahl|zahlen|integral|transformation|reihe|reihen|zyklus|bakterien|zellen|dübel|schraube|schrauben|schlüssel|motor|motoren|gitarre|verstärker|salat|torte|soße|sauce|schnitzel|kartoffeln?|äpfel|apfel|rose|rosen|kalender|formel|formeln|ebene|kegel|röhre|strahlung|spektrum|experiment|versuch|paradoxon|rad|ofen|brenner|kolben|trichter|schale|kette|ketten|bombe|periode|ära|doktrin|index|aktie|fonds)$/iu,
);
const SCHOOL = endPattern(/(?:['’]sche[rnsm]?|sche[rnsm]? )$/u);
/** Includes the long s, which has the same upper case. */
const ENDS_OF_ISMS = "msyMSY\u017f";
const ISM = endPattern(/^[\p{L}-]+(?:isms?|ismus|omics|istics|ology)$/iu);

interface NameKind {
  readonly isListed: boolean;
  readonly isEnglish: boolean;
  /** Whether no list of names has the name. */
  readonly isUnknown: boolean;
  /** Whether a phrase of {@link phrasesIn} begins closely before the name. */
  readonly mayFollowPhrase: boolean;
}

/**
 * Returns where a phrase such as "Satz von" may begin, which precedes things named after people; in
 * order.
 */
export function phrasesIn(words: Words): readonly number[] {
  return PHRASES(words)[0] ?? [];
}

export function mayFollowPhrase(phrases: readonly number[], start: number): boolean {
  const next = bisect(phrases.length, (index) => (phrases[index] ?? 0) < start);
  return next > 0 && (phrases[next - 1] ?? 0) >= start - PHRASE_REACH;
}

/**
 * Matches "Hilbert space", "Le Chatelier's principle", "der Satz von Rolle", "Braden-Skala",
 * "Thatcherism".
 */
export function isEponym(text: string, span: Span, kind: NameKind): boolean {
  const { start, end } = span;
  if (isDerived(text.slice(start, end))) return true;
  if (text.charAt(end) === "-" && COMPOUND.test(compoundAt(text, end))) return true;
  if (kind.mayFollowPhrase && BEFORE.test(text.slice(Math.max(0, start - PHRASE_REACH), start)))
    return true;
  // A noun follows a blank or an apostrophe.
  return " '’".includes(text.charAt(end) || ".") && isBeforeNoun(text, span, kind);
}

/** Matches "Braden-Skala", "Thatcherism", "Laplaces Dämon". */
function isDerived(name: string): boolean {
  if (name.includes("-") && COMPOUND.test(name)) return true;
  if (ENDS_OF_ISMS.includes(name.charAt(name.length - 1)) && ISM.test(name)) return true;
  return SCHOOL.test(name) || isNamesakeOf(name);
}

/** Matches "Hilbert space", "Le Chatelier's principle". */
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

/** Matches "Hilbert space"; not "REMY EFFECT". */
function isAttribute(behind: string, isEnglish: boolean): boolean {
  if (/^ \p{Lu}{2}/u.test(behind)) return false;
  if (OF_SCIENCE.test(behind) || OF_GOODS.test(behind)) return true;
  return isEnglish && isBeforeWare(behind);
}

/** Matches "Clarks boots". */
function isBeforeWare(behind: string): boolean {
  const next = /^ ([a-z]{3,})(?!\p{L})/u.exec(behind)?.[1];
  return next !== undefined && isWare(next);
}

/** Matches "Laplaces Dämon": a German genitive and one more word. */
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
