import { createDocument } from "./document.ts";
import { createFinder, type Finding } from "./finding.ts";
import { resolveOverlaps } from "./overlap.ts";
import { findPlaceholders } from "./placeholders/placeholder.ts";
import { creditCard } from "./recognizers/generic/credit-card.ts";
import { email } from "./recognizers/generic/email.ts";
import { iban } from "./recognizers/generic/iban.ts";
import { phone } from "./recognizers/generic/phone.ts";
import { ssn } from "./recognizers/us/ssn.ts";
import { replaceSpans } from "./replace-spans.ts";
import { findThroughView } from "./view/find-through-view.ts";

export type { Finding };

const find = createFinder([email, phone, iban, creditCard, ssn]);
/** Seven digits with little between them: what a phone number, an account or a card has at the least. */
const DIGITS = /\d(?:[\s()./\u2010-\u2013-]{0,3}\d){6}|[A-Za-z]{2}[\s.-]?\d/;

/**
 * Email addresses, phone numbers, IBANs, payment cards and US Social Security numbers: what identifies a
 * person by its form alone, also behind notations and look-alikes. Disjoint, in document order; nothing
 * inside a placeholder.
 */
export function findHardIdentifiers(text: string): readonly Finding[] {
  return resolveOverlaps(findThroughView(text, findIn));
}

function findIn(text: string): readonly Finding[] {
  if (!text.includes("@") && !DIGITS.test(text)) return [];
  const placeholders = findPlaceholders(text);
  // The name of a placeholder is no context: in "[PHONE_1] 4155550132" nobody says what the digits are.
  const opaque = replaceSpans(text, placeholders, (_span, written) => "]".repeat(written.length));
  return find(createDocument(opaque, "en"));
}
