import type { Finding } from "../finding.ts";
import { endPattern } from "../text/end-pattern.ts";

const MIN_SURE = 0.8;
/** Roles in a case or a contract, which are not names unless they follow a title. */
const ROLES = new Set(
  `claimant claimants plaintiff plaintiffs defendant defendants respondent respondents appellant appellants appellee
  appellees petitioner petitioners debtor creditor landlord tenant lessor lessee licensor licensee seller buyer
  purchaser borrower lender guarantor insurer insured employer employee contractor supplier vendor beklagte beklagter
  beklagten kläger klägerin klägers klägern angeklagte angeklagter angeklagten beschuldigter beschuldigte zeuge zeugin
  zeugen antragsteller antragstellerin antragsgegner antragsgegnerin berufungskläger berufungsbeklagte nebenkläger
  nebenklägerin streithelfer streithelferin schuldner schuldnerin gläubiger gläubigerin mieter mieterin vermieter
  vermieterin käufer käuferin verkäufer verkäuferin auftraggeber auftraggeberin auftragnehmer arbeitgeber arbeitgeberin
  arbeitnehmer arbeitnehmerin versicherungsnehmer versicherungsnehmerin`.split(/\s+/),
);
const TITLE_BEFORE = endPattern(
  /(?:^|[^\p{L}])(?:herr|herrn|hr\.|frau|fr\.|mr\.?|mrs\.?|ms\.?|dr\.|familie)\s{1,2}$/iu,
);
const PRODUCT =
  /^(?:\p{Lu}[\p{L}\d]* ){0,2}Mark (?:[IVX]{1,4}|\d{1,2})$|^(?:debian|ubuntu|fedora|macos|mac os|android|windows|linux|ios|ipados|opensuse|firefox|chrome|chromium|safari|claude (?:opus|sonnet|haiku))(?: |$)|^(?:trusty tahr|xenial xerus|bionic beaver|focal fossa|groovy gorilla|hirsute hippo|impish indri|jammy jellyfish|kinetic kudu|lunar lobster|mantic minotaur|noble numbat|oracular oriole|plucky puffin|questing quokka)$/iu;
/**
 * Matches a form of address and a name. Companies may be named after a doctor, but not after a
 * "Mr".
 */
const TITLED = /^(?:Mr|Mrs|Ms|Miss|Herr|Herrn|Frau|Hr|Fr)\.? \p{Lu}\p{L}+$/u;
const TITLED_CONFIDENCE = 0.7;
const AGE =
  /^(?: \((\d{2})\)(?=[\s,.;:]|$)|, (\d{2})(?=, \p{L})|, (\d{2}) (?:Jahre|J\.|years|yrs|y\/?o)(?![\p{L}]))/u;
const YEAR = /^,? \(?Jahrgang ((?:19|20)\d\d)(?!\d)/u;
const NONE: readonly Finding[] = [];
const OLDEST = 105;
const YOUNGEST = 14;

/**
 * Removes roles and products, which are not persons; makes an organization such as "Mr Field" a
 * person; and adds the age in "(29)" after a person that was found with enough confidence.
 */
export function refinePersons(text: string, findings: readonly Finding[]): readonly Finding[] {
  const refined: Finding[] = [];
  for (const finding of findings) {
    if (finding.type === "ORGANIZATION") refined.push(personOrFirm(text, finding));
    else if (finding.type !== "PERSON") refined.push(finding);
    else if (!isThing(text, finding)) refined.push(finding, ...agesBehind(text, finding));
  }
  return refined;
}

function personOrFirm(text: string, finding: Finding): Finding {
  const { start, end } = finding;
  if (end - start > 40 || !TITLED.test(text.slice(start, end))) return finding;
  return {
    ...finding,
    type: "PERSON",
    confidence: Math.max(finding.confidence, TITLED_CONFIDENCE),
  };
}

function isThing(text: string, { start, end }: Finding): boolean {
  if (end - start > 60) return false;
  const name = text.slice(start, end);
  if (PRODUCT.test(name)) return true;
  return (
    ROLES.has(name.toLowerCase()) && !TITLE_BEFORE.test(text.slice(Math.max(0, start - 10), start))
  );
}

function agesBehind(text: string, { start, end, confidence }: Finding): readonly Finding[] {
  if (confidence < MIN_SURE || !mayGoOn(text, end)) return NONE;
  const behind = text.slice(end, end + 20);
  const year = YEAR.exec(behind)?.[1];
  const match = year === undefined && isWholeName(text, start, end) ? AGE.exec(behind) : null;
  const written = year ?? match?.[1] ?? match?.[2] ?? match?.[3];
  if (written === undefined || (year === undefined && !isAge(Number(written)))) return NONE;
  const at = end + behind.indexOf(written);
  const span = { start: at, end: at + written.length };
  return [{ ...span, type: "AGE", confidence: 0.6, recognizer: "age-of-person" }];
}

/** Returns whether an age or a year of birth may begin at `end`. */
function mayGoOn(text: string, end: number): boolean {
  const first = text.charAt(end);
  return first === "," || (first === " " && "(J".includes(text.charAt(end + 1)));
}

/**
 * Returns whether the name has several words or a title. After a single surname, a number in
 * parentheses may be a footnote.
 */
function isWholeName(text: string, start: number, end: number): boolean {
  if (/\p{L} \p{Lu}/u.test(text.slice(start, end))) return true;
  return TITLE_BEFORE.test(text.slice(Math.max(0, start - 10), start));
}

function isAge(years: number): boolean {
  return years >= YOUNGEST && years <= OLDEST;
}
