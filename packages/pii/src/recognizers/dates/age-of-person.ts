import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { endPattern } from "../../text/end-pattern.ts";

const { max } = Math;
const REACH = 48;

const KIN_WORDS =
  "mother father mom mum dad son daughter sister brother wife husband partner boyfriend girlfriend twin twins grandmother grandfather grandson granddaughter grandma grandpa aunt uncle cousin niece nephew mutter vater mama papa sohn tochter schwester bruder frau ehefrau mann ehemann partnerin freundin zwillinge großmutter grossmutter großvater grossvater oma opa tante onkel enkel enkelin nichte neffe".split(
    " ",
  );
const KIN = KIN_WORDS.join("|");
const PERSON = `${KIN}|man|woman|boy|girl|child|kid|baby|teen(?:ager)?|friend|driver|teacher|nurse|doctor|student|pupil|patient|pt|witness|suspect|victim|defendant|applicant|plaintiff|claimant|owner|resident|passenger|pedestrian|cyclist|motorist|officer|employee|worker|actor|actress|singer|player|candidate|neighbou?r|tenant|widow(?:er)?|pensioner|male|female|freund|junge|mädchen|kind|fahrer(?:in)?|lehrer(?:in)?|pfleger(?:in)?|arzt|ärztin|schüler(?:in)?|student(?:in)?|patientin|pat|pat\\.|zeugin|zeuge|verdächtiger?|tatverdächtiger?|beschuldigter?|angeklagter?|geschädigter?|opfer|halter(?:in)?|besitzer(?:in)?|bewohner(?:in)?|rentner(?:in)?|praktikant(?:in)?|radfahrer(?:in)?|fußgänger(?:in)?|mieter(?:in)?|kunde|kundin|mitarbeiter(?:in)?|kollege|kollegin|azubi(?:ne)?|beifahrer(?:in)?|nachbar(?:in)?|chef(?:in)?|lodger|colleague|co-?worker|classmate|flatmate|ledig|verheiratet|geschieden|verwitwet|married|divorced|widowed|männlich|weiblich|proband(?:in)?`;
const TITLED =
  "(?:mr|mrs|ms|miss|dr|prof|herr|frau|hr|fr)\\.? (?:dr\\. )?\\p{Lu}[\\p{L}.'’-]{0,24}";

const PERSON_BEFORE = endPattern(new RegExp(`(?<![\\p{L}\\p{N}])(?:${PERSON}|${TITLED})$`, "iu"));
const KIN_BEFORE = endPattern(
  new RegExp(`(?<!\\p{L})(?:${KIN})(?::| is| was| ist| war| are| sind)? $`, "iu"),
);
const PERSON_IS = endPattern(new RegExp(`(?<!\\p{L})(?:${PERSON}) (?:is|was|ist|war) $`, "iu"));
const ME = endPattern(
  /(?:^|[^\p{L}])(?:i['’]m|i am|bin|i was|ich war)(?: just| now| already| erst| schon| jetzt| noch)? $/iu,
);
const I_BEFORE = endPattern(/(?:^|[^\p{L}])(?:i|ich|me|mich)$/iu);
const SEX_BEFORE = endPattern(/(?:^|[\s,.;(:])(?:[mwfd]|male|female|männlich|weiblich)[.]?$/iu);
const SEX_SLASH = endPattern(/(?:^|[\s(,:;])[mwf]\/$/i);
const LETTERED_NAME = endPattern(/(?:^|[^\p{L}])\p{Lu}\.$/u);
const NAME_BEFORE =
  /(?<![\p{L}\p{N}_.-])(\p{Lu}[\p{Ll}’'-]{1,20})(?: \p{Lu}[\p{L}’'.-]{1,24}){0,2}$/u;
const NO_NAMES =
  /^(?:April|May|June|August|Mai|Juni|Summer|Sunday|Will|Mark|Art|Figure|Table|Chapter|Section|Page|Windows|Android|Version)$/;
const CITED = endPattern(/(?:et al\.?|vgl\.|nach|according to|siehe|see|by) [^()]{0,24}$/i);

/** Captures the word before an age that no bracket, comma or slash precedes. */
const LAST_WORD = /(?<=(\p{L}+)['’:]? )/uy;
const LAST_WORDS: ReadonlySet<string> = new Set([
  ..."am m bin was war is ist are sind just now already erst schon jetzt noch kinder und".split(
    " ",
  ),
  ...KIN_WORDS,
]);

const BOUNDARY =
  /^(?:[.,;!?)\n]|$| (?:j\.|jahre?(?![\p{L}])|and |und |but |aber |btw|lol|from |aus |now|seit |und \d{1,2} jahre|years? (?:old|of)))/iu;
const LENS =
  /aperture|lens|mount|blende|objektiv|shutter|kamera|camera|lichtst|verh(?:ä|ae)ltnis|ratio|\biso\b/i;
const STOPS: ReadonlySet<number> = new Set([1, 2, 4, 8, 11, 16, 22, 32]);
const CLINICAL =
  /patient|\bpat?\b|\bpt\b|sex|age|alter|geschlecht|suspect|\bkg\b|admitted|\bhx\b|weight|zeug|verd(?:ä|ae)cht/i;
const SEX_AFTER = /^ ?[mf](?: with| w\/| c\/o| who| presents?| presenting| admitted| here|,)/i;

/**
 * Returns whether a number is the age of a person mentioned next to it: "Anna (34)", "her son,
 * 12,", "F/73", "My husband is 57.".
 */
export function isAgeOfPerson(text: string, start: number, end: number): boolean {
  const before = text.slice(max(0, start - REACH), start);
  const after = text.slice(end, end + 24);
  const sign = before.slice(-1);
  if (sign === "(") return isInBrackets(before, after);
  if (sign === "/") return SEX_SLASH.test(before) && isSexSlash(text, start, end, after);
  if (/^\/[mwfd](?![p{L}\d])/i.test(after)) return /(?:sex|geschlecht) ?[:=]? ?$/i.test(before);
  if (hasYearsBehind(before, after)) return true;
  if (before.endsWith(", ")) return isBehindComma(before.slice(0, -2), after);
  if (SEX_AFTER.test(after) && /^[ ]?[MF](?!\p{L})/u.test(after))
    return CLINICAL_START.test(before);
  if (!BOUNDARY.test(after)) return after.startsWith(" (") && isPlainAge(before, after);
  return OF_PERSON.test(before) || isPlainAge(before, after);
}

const ANY_CASE_KIN = KIN_WORDS.flatMap((word) => [
  word,
  word.charAt(0).toUpperCase() + word.slice(1),
]).join("|");
/** Matches words before an age: "a lady of 66", "sie ist 44", "Oma Traudl wird 90". */
const OF_PERSON = endPattern(
  new RegExp(
    `(?<!\\p{L})(?:(?:lady|gentleman|man|woman|boy|girl) of|(?:(?:[Ss]ie|[Ee]r|[Ss]he|[Hh]e) (?:ist|is|war|was|sei|wird|turns)|(?:[Ss]he|[Hh]e)['’]?s)(?: (?:only|just|now|already|about|barely|nearly|almost|still|erst|schon|jetzt|fast|noch|gerade))?|(?:heißt|heisst|named|called|namens) \\p{Lu}[\\p{Ll}’'-]{1,20},? (?:ist|is)|(?:${ANY_CASE_KIN}) \\p{Lu}[\\p{Ll}’'-]{1,20} (?:ist|is|wird|turns)) $`,
    "u",
  ),
);
/** Matches the word after an age: "mit 94 Jahren", "mit 15 schon". */
const AT_AGE = /^ (?:Jahren|schon|bereits|noch)(?!\p{L})/u;
/** Matches "J." for "Jahre" after an age. */
const YEARS_AFTER = /^ J\.(?=\s*(?:$|[,;)\n.])|\s+\p{Ll})/u;
/** Matches a relative and a name before an age: "her son Lasse", "seine Enkelin (Mia". */
const NAMED_KIN = endPattern(
  new RegExp(`(?<!\\p{L})(?:${ANY_CASE_KIN})n? \\(?\\p{Lu}[\\p{Ll}’'-]{1,20}$`, "u"),
);
/**
 * Matches a word for a person and a surname before an age: "Beifahrerin Zöllmer", "defendant
 * Okafor".
 */
const NAMED_PERSON = endPattern(
  new RegExp(`(?<!\\p{L})(?:${PERSON}) \\p{L}[\\p{L}’'-]{1,20}$`, "iu"),
);
const CAPITALIZED = endPattern(/ \p{Lu}[\p{Ll}’'-]{1,20}$/u);
/** Matches an introduction before an age: "I'm Wren", "ich bin der Jonte aus Husum". */
const SELF =
  /(?:^|[^\p{L}])(?:[Ii](?:['’]m| am)|[Mm]y name(?: is|['’]s)|[Bb]in|[Hh]ei(?:ß|ss)e|[Mm]ein Name ist|[Tt]his is|[Hh]ier(?: ist)?) (?:der |die )?\p{Lu}[^\n.;()\d]{1,36}$/u;

function hasYearsBehind(before: string, after: string): boolean {
  if (AT_AGE.test(after)) return before.endsWith(" mit ");
  return YEARS_AFTER.test(after) && /(?:^|[\n(;:,])\s?$/.test(before);
}

function isInBrackets(before: string, after: string): boolean {
  if (!/^[,;)]/.test(after) || !before.endsWith(" (")) return false;
  const name = before.slice(0, -2);
  return isPerson(name, false) || NAMED_KIN.test(name);
}

const IS = endPattern(/(?::| \p{Ll}{2,4}) $/u);
const BEHIND_KIN = /^(?:,| \(| j\.| jahre)/i;

function isPlainAge(before: string, after: string): boolean {
  LAST_WORD.lastIndex = before.length;
  const word = LAST_WORD.exec(before)?.[1]?.toLowerCase();
  if (word === undefined || !LAST_WORDS.has(word)) return false;
  return (
    (KIN_BEFORE.test(before) && (IS.test(before) || BEHIND_KIN.test(after))) ||
    (!after.startsWith(" (") && (PERSON_IS.test(before) || ME.test(before))) ||
    (/kinder[^.\n]{0,12}$/i.test(before) && /jahre/i.test(after))
  );
}

const CLINICAL_START = endPattern(/(?:^|[\n.:;(]|hpi:?|pt|patient|is an?|an?) ?$/i);

function isBehindComma(before: string, after: string): boolean {
  if (!BOUNDARY.test(after) || (/^, \d/.test(after) && !SEX_BEFORE.test(before))) return false;
  return (
    isPerson(before, true) ||
    NAMED_KIN.test(before) ||
    (CAPITALIZED.test(before) && NAMED_PERSON.test(before)) ||
    SELF.test(before)
  );
}

function isPerson(before: string, isComma: boolean): boolean {
  if (PERSON_BEFORE.test(before) || I_BEFORE.test(before)) return true;
  if (isComma && (SEX_BEFORE.test(before) || LETTERED_NAME.test(before))) return true;
  const [whole, name] = NAME_BEFORE.exec(before) ?? [];
  if (name === undefined || NO_NAMES.test(name) || CITED.test(before)) return false;
  // Tests the first and the last word, because a word may precede the name: "im echten Leben
  // Kunigunde".
  const last = whole?.split(" ").at(-1) ?? "";
  return [name, last].some((word) => nameClarities(word)[0] === "clear");
}

/**
 * Returns whether the number after "f/" or "m/" is an age. In `f/8` near a word for cameras, it is
 * an aperture.
 */
function isSexSlash(text: string, start: number, end: number, after: string): boolean {
  if (/^[\w./%]/.test(after) && !/^[.](?:\s|$)/.test(after)) return false;
  const around = text.slice(max(0, start - 40), end + 40);
  if (LENS.test(around)) return false;
  return !STOPS.has(Number(text.slice(start, end))) || CLINICAL.test(around);
}
