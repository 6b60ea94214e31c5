import { countrySpecs } from "ibantools";
import { createFinder, type EntityType, type Finding } from "../finding.ts";
import { resolveOverlaps } from "../overlap.ts";
import { findPlaceholders } from "../placeholders/placeholder.ts";
import { email } from "../recognizers/contact/email.ts";
import { phone } from "../recognizers/contact/phone.ts";
import { spelledEmail } from "../recognizers/contact/spelled-email.ts";
import { ssn } from "../recognizers/country/us/ssn.ts";
import { creditCard } from "../recognizers/money/credit-card.ts";
import { iban } from "../recognizers/money/iban.ts";
import { createDocument, type Doc } from "../text/document.ts";
import { replaceSpans } from "../text/replace-spans.ts";
import { findThroughView } from "../view/find-through-view.ts";

export type { Finding };

export const HARD_TYPES: ReadonlySet<EntityType> = new Set([
  "EMAIL",
  "PHONE",
  "IBAN",
  "CREDIT_CARD",
  "US_SSN",
]);

const findAddresses = createFinder([email]);
const findAccounts = createFinder([iban]);
const findSpelled = createFinder([spelledEmail]);
const findNumbers = createFinder([phone, creditCard, ssn]);

/**
 * Finds email addresses, phone numbers, IBANs, payment cards and US Social Security numbers, even
 * if they are encoded or written with look-alike characters. The findings are disjoint, in document
 * order, and never inside a placeholder.
 */
export function findHardIdentifiers(text: string): readonly Finding[] {
  return resolveOverlaps(
    findThroughView(text, (seen) => hardIdentifiersIn(seen, () => opaqueDocument(seen))),
  );
}

/**
 * Finds what `findHardIdentifiers` finds, and also email addresses written in words. Use it for
 * templates, because their authors can move such values into the context.
 */
export function findTemplateIdentifiers(text: string): readonly Finding[] {
  return resolveOverlaps(
    findThroughView(text, (seen) => {
      const doc = opaqueDocument(seen);
      return [...hardIdentifiersIn(seen, () => doc), ...findSpelled(doc)];
    }),
  );
}

/**
 * Finds the hard identifiers in one reading of a text. It calls `document` at most once, and not at
 * all if the text has no sign of an identifier.
 */
export function hardIdentifiersIn(text: string, document: () => Doc): readonly Finding[] {
  const signs = signsIn(text);
  if (!signs.address && !signs.account && !signs.number) return NONE;
  const doc = document();
  return [
    ...(signs.address ? findAddresses(doc) : NONE),
    ...(signs.account ? findAccounts(doc) : NONE),
    ...(signs.number ? findNumbers(doc) : NONE),
  ];
}

/**
 * Returns a document in which placeholders are hidden, because the name of a placeholder is not
 * context: "[PHONE_1] 4155550132" does not say what the digits are.
 */
export function opaqueDocument(text: string): Doc {
  const placeholders = findPlaceholders(text);
  const opaque = replaceSpans(text, placeholders, (_span, written) => "]".repeat(written.length));
  return createDocument(opaque, "en");
}

const NONE: readonly Finding[] = [];

interface Signs {
  readonly address: boolean;
  readonly account: boolean;
  readonly number: boolean;
}

const MIN_DIGITS = 6;
const WIDEST_GAP = 3;
const ASCII_GAPS = "\t\n\v\f\r ()./-";

/**
 * A cheap test to run first. Returns for each kind of identifier whether the text contains what
 * every identifier of this kind contains.
 */
export function signsIn(text: string): Signs {
  const address = text.includes("@");
  let [account, number] = [false, false];
  let [digits, gap] = [0, 0];
  for (let at = 0; at < text.length && !(account && number); at += 1) {
    const unit = text.charCodeAt(at);
    if (isDigit(unit)) {
      account ||= isCheckDigit(text, at);
      digits += 1;
      gap = 0;
      number ||= digits >= MIN_DIGITS;
    } else if (digits > 0) {
      gap += 1;
      if (gap > WIDEST_GAP || !isGap(unit)) digits = 0;
    }
  }
  return { address, account, number };
}

function isCheckDigit(text: string, at: number): boolean {
  const next = isLetterOrDigit(text.charCodeAt(at + 1)) ? at + 1 : at + 2;
  if (!isDigit(text.charCodeAt(next))) return false;
  const end = isLetter(text.charCodeAt(at - 1)) ? at : at - 1;
  if (!isLetter(text.charCodeAt(end - 1)) || !isLetter(text.charCodeAt(end - 2))) return false;
  if (isLetterOrDigit(text.charCodeAt(end - 3))) return false;
  return countrySpecs[text.slice(end - 2, end).toUpperCase()]?.chars !== undefined;
}

function isGap(unit: number): boolean {
  return unit < 0x80
    ? ASCII_GAPS.includes(String.fromCharCode(unit))
    : unit === 0xa0 || unit >= 0x1680;
}

function isLetterOrDigit(unit: number): boolean {
  return isLetter(unit) || isDigit(unit);
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isLetter(unit: number): boolean {
  return (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}
