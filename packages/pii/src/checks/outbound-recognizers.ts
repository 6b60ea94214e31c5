import {
  type EntityType,
  type Finding,
  partsOf,
  type Recognizer,
  type SingleRecognizer,
} from "../finding.ts";
import { spelledEmail } from "../recognizers/contact/spelled-email.ts";
import { DE_RECOGNIZERS } from "../recognizers/country/de/de-recognizers.ts";
import { GB_RECOGNIZERS } from "../recognizers/country/gb/gb-recognizers.ts";
import { aadhaar } from "../recognizers/country/in/aadhaar.ts";
import { panIndia } from "../recognizers/country/in/pan.ts";
import { abaRouting } from "../recognizers/country/us/aba-routing.ts";
import { deaNumber } from "../recognizers/country/us/dea-number.ts";
import { driverLicense } from "../recognizers/country/us/driver-license.ts";
import { itin } from "../recognizers/country/us/itin.ts";
import { mbi } from "../recognizers/country/us/mbi.ts";
import { npi } from "../recognizers/country/us/npi.ts";
import { usPassport } from "../recognizers/country/us/passport.ts";
import {
  dateOfBirthBeforeResidence,
  dateOfBirthBeforeVerb,
} from "../recognizers/dates/date-of-birth-before-residence.ts";
import { dateOfBirthDe } from "../recognizers/dates/date-of-birth-de.ts";
import { dateOfBirthEn } from "../recognizers/dates/date-of-birth-en.ts";
import { bankAccount } from "../recognizers/money/bank-account.ts";
import { cryptoWallet } from "../recognizers/money/crypto-wallet.ts";
import { precededBy } from "../text/context.ts";

/**
 * Matches words that show that an account is at a bank. Without them, it may be an account of a
 * cloud provider or a program, which can also have a number.
 */
const BANK = /bank|blz|checking|savings|giro|konto|kto\b|sort(?:ing)?[ _-]?code/i;
const BANK_REACH = 48;

/**
 * The recognizers that search a model's answer in addition to the recognizers of hard identifiers.
 * They find what a check digit or a label makes certain. The list leaves out what ordinary answers
 * contain even if they mention no person: addresses of machines and pages, secrets (samples in
 * code), numbers of orders, customers and devices, ages, names, places and dates.
 */
export const OUTBOUND_RECOGNIZERS: readonly Recognizer[] = [
  spelledEmail,
  onlyWith(BANK, bankAccount),
  cryptoWallet,
  aadhaar,
  panIndia,
  itin,
  usPassport,
  onlyWith(/driv|\bdl/i, driverLicense),
  npi,
  mbi,
  abaRouting,
  deaNumber,
  ...GB_RECOGNIZERS,
  ...DE_RECOGNIZERS,
  dateOfBirthEn,
  dateOfBirthDe,
  dateOfBirthBeforeResidence,
  dateOfBirthBeforeVerb,
];

interface Columns {
  readonly types: ReadonlySet<EntityType>;
  /**
   * Matches a part of every header or field name of these types. Without a match, no column is
   * read.
   */
  readonly names: RegExp;
}

/**
 * The types for which a table header or a field name is sufficient evidence. For other types it is
 * not, because tables of things have such columns too.
 */
export const OUTBOUND_COLUMNS: Columns = {
  types: new Set(["DATE_OF_BIRTH", "BANK_ACCOUNT", "DE_TAX_ID", "US_SSN"]),
  names: /birth|b-?day|d_?o_?b|geb|iban|konto|account|steuer|id-?nr|ssn|social/i,
};

/** A finding with a lower confidence is supported only by its form. */
const SURE = 0.6;
/**
 * The minimum confidence for recognizers whose findings need a label. License plates have the form
 * of product codes, and wallets without a checksum have the form of contract addresses.
 */
const SURE_WITH_LABEL: ReadonlyMap<string, number> = new Map([
  ["gb-license-plate", 0.9],
  ["de-license-plate", 0.9],
  ["crypto-wallet", 0.95],
]);
/**
 * The first year of birth that counts. People born earlier are dead (GDPR, recital 27), and
 * histories and biographies are full of their dates.
 */
const FIRST_YEAR = 1900;

/** Returns whether a finding of these recognizers is certain enough to change a model's answer. */
export function isSureOutbound(text: string, finding: Finding): boolean {
  const { type, recognizer, confidence, start, end } = finding;
  if (confidence < (SURE_WITH_LABEL.get(recognizer) ?? SURE)) return false;
  if (type === "BANK_ACCOUNT") return precededBy(text, start, BANK, BANK_REACH);
  return type !== "DATE_OF_BIRTH" || mayLive(text.slice(start, end));
}

function mayLive(date: string): boolean {
  const [year] = /\d{4}/.exec(date) ?? [];
  return year === undefined || Number(year) >= FIRST_YEAR;
}

/**
 * Skips a recognizer that needs a label in texts without the label, because searching for the label
 * takes less time than looking at every number.
 */
function onlyWith(label: RegExp, recognizer: Recognizer): Recognizer {
  const { name, type } = recognizer;
  const parts = partsOf(recognizer).map(
    (part): SingleRecognizer => ({
      ...part,
      find: (doc, places) => (label.test(doc.text) ? part.find(doc, places) : []),
    }),
  );
  return { name, type, parts };
}
