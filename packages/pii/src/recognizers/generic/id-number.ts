import type { Doc } from "../../document.ts";
import type { Hit, Recognizer } from "../../finding.ts";

const { max } = Math;

const OF =
  "a?adhaa?r|empl?|pnr|e-?ticket|customer|client|patient|case|order|policy|account|acct|member(?:ship)?|invoice|contract|employee|staff|personnel|student|pupil|claim|ticket|booking|reservation|file|medical ?record|health record|record|registration|application|applicant|loan|mortgage|subscriber|subscription|passenger|frequent flyer|loyalty|insurance|insured|chart|accession|specimen|encounter|visit|hospital|prescription|rx|beneficiary|tenant|donor|voter|badge|matriculation|enrol?lment|confirmation|reference|tracking|national|identity|identification|personal|tax(?:payer)?|company|business|licen[cs]e|certificate|permit|visa|green card|alien|service|serial|device|vehicle|chassis|fall|kunden?|patienten|auftrags?|bestell|rechnungs?|vertrags?|mitglieds?|versicherungs?|versicherungsschein|versicherten|policen?|personal|matrikel|akten|buchungs?|vorgangs?|schadens?|kassen|antrags?|beleg|lieferschein|zähler|vereins|teilnehmer|aufnahme|befund|proben|labor|protokoll|eingangs|bewerber|mitarbeiter|(?:dienst|truppen|mitarbeiter|schwerbehinderten)?ausweis|studien|schüler|steuer|registrier|sendungs?|inventar|fahrgestell|e|sv|a|pat|best|re|rg|kd|vers|mitgl|pers|reg|ref|aktenzeichen";
const NUMBER =
  "id|reference|ref|no|nr|num(?:ber|mer)?|nummern?|zahl|zeichen|code|kennung|identifier|#";
/**
 * Matches backwards from the number: V8 compiles patterns slowly after a megabyte of pattern code, and a forward
 * search then took two seconds per megabyte.
 */
const BEFORE = new RegExp(
  `(?<=(?:(?<![\\p{L}\\p{N}])(?:${OF})[ _.-]{0,2}(?:${NUMBER})|(?<![\\p{L}\\p{N}])(?:mrn|badge|acct|e-?tkt|e-?ticket|mandatsref(?:erenz)?\\.?|a?adhaa?r|uidai|piz|fn|az|fin|vin|aktenzeichen|gesch(?:äfts|\\.)-?z(?:eichen)?\\.?|kennzeichen|your ref|our ref|ref|(?:order|case|ticket|invoice|claim|policy|account|booking|customer|patient|employee|member) ?(?=#)))(?:[\\])*"'“”„.:=#|( \\t\\n]{0,8}(?:(?:is|was|lautet|ist)[ :]{1,3}["'“„]?)?))`,
  "iuy",
);
/** Last letters of the words that BEFORE ends with: a cheap test that excludes most runs. */
const LAST_LETTERS =
  /(?<=id|n[or]|num(?:mern?|ber)?|zahl|zeichen|code|kennung|identifier|mrn|badge|acct|tkt|e-?ticket|adhaa?r|uidai|reference|z|fn|[fv]in|ref|is|was|lautet|ist|#)/iy;
const LAST_LETTER = new Set("dormnlegzfsti#DORMNLEGZFSTI".split(""));
const JOINTS = new Set(" \t\n:=#|*\"'“”„().]");
const TOKEN = /[A-Za-z0-9](?:[A-Za-z0-9]|[-/._](?=[A-Za-z0-9])|(?<=\d) (?=\d{2,6}(?:\D|$))){2,39}/y;
const COURT = /\d{1,4} [A-Za-z]{1,4} \d{1,5}\/\d{2,4}(?: [A-Z]{1,3})?/y;
const LEAD = /(?<![\p{L}\p{N}])[A-Z]{1,4} $/u;
/** "your claim CLM-2026-88213": with this form the word is enough context. */
const BARE =
  /(?<!\p{L})(?:claim|policy|order|booking|reservation|invoice|schaden|police|vertrag|vorgang|rechnung|auftrag) $|\((?:id|nr\.?|no\.?) $/iu;
const PREFIXED = /^[A-Z]{2,5}-\d|^\d{5,12}\)/;
const THREE_DIGITS = /\d(?:\D*\d){2}/;
const DATE_OR_TIME = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{1,2})|\d{4}-\d\d-\d\d.*|\d+\.\d+)$/;

/** Labeled numbers of customers, patients, cases, orders and the like: `Customer ID: 4711-A`, "Az. 12 O 345/20". */
export const idNumber: Recognizer = {
  name: "id-number",
  type: "ID_NUMBER",
  needs: "0",
  find: findNumbers,
};

function findNumbers({ text, codes: { starts, ends } }: Doc): Hit[] {
  const hits: Hit[] = [];
  let free = 0;
  for (let index = 0; index < starts.length; index += 1) {
    const run = starts[index] ?? 0;
    if (run < free || (ends[index] ?? 0) - run > 40) continue;
    const start = tokenStart(text, run, max(free, run - 16));
    const from = namedStart(text, start);
    const end = from === -1 ? -1 : valueEnd(text, start);
    if (end === -1) continue;
    free = end;
    hits.push({ start: from, end, confidence: 0.7 });
  }
  return hits;
}

function namedStart(text: string, start: number): number {
  if (isNamed(text, start) || isPrefixed(text, start)) return start;
  const before = text.charCodeAt(start - 2);
  if (text.charAt(start - 1) !== " " || before < 65 || before > 90) return -1;
  const lead = LEAD.exec(text.slice(max(0, start - 6), start))?.[0] ?? "";
  return lead !== "" && isNamed(text, start - lead.length) ? start - lead.length : -1;
}

function isPrefixed(text: string, start: number): boolean {
  if (text.charAt(start - 1) !== " " || !PREFIXED.test(text.slice(start, start + 13))) return false;
  return BARE.test(text.slice(max(0, start - 14), start));
}

function tokenStart(text: string, run: number, floor: number): number {
  let start = run;
  while (start > floor && /[\w/-]/.test(text.charAt(start - 1))) start -= 1;
  while (start < run && /[_/-]/.test(text.charAt(start))) start += 1;
  return start;
}

function isNamed(text: string, start: number): boolean {
  if (!JOINTS.has(text.charAt(start - 1))) return false;
  let end = start;
  const floor = max(0, start - 12);
  while (end > floor && JOINTS.has(text.charAt(end - 1)) && text.charAt(end - 1) !== "#") end -= 1;
  if (!LAST_LETTER.has(text.charAt(end - 1))) return false;
  LAST_LETTERS.lastIndex = end;
  if (!LAST_LETTERS.test(text)) return false;
  BEFORE.lastIndex = start;
  return BEFORE.test(text);
}

function valueEnd(text: string, start: number): number {
  COURT.lastIndex = start;
  if (COURT.test(text)) return COURT.lastIndex;
  TOKEN.lastIndex = start;
  if (!TOKEN.test(text)) return -1;
  const value = text.slice(start, TOKEN.lastIndex);
  if (!THREE_DIGITS.test(value) || DATE_OR_TIME.test(value)) return -1;
  return /^[(@%€$]/.test(text.charAt(TOKEN.lastIndex)) ? -1 : TOKEN.lastIndex;
}
