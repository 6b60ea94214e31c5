import type { Language } from "@veil/contracts/sanitiser";

export type { Language };

/** The names that placeholders carry. LITERAL: text of the user's own that looks like a placeholder. */
export const ENTITY_TYPES = [
  "PERSON",
  "EMAIL",
  "PHONE",
  "IBAN",
  "CREDIT_CARD",
  "US_SSN",
  "DATE_OF_BIRTH",
  "STREET_ADDRESS",
  "LOCATION",
  "ORGANIZATION",
  "IP_ADDRESS",
  "URL",
  "LITERAL",
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** A stretch of text, in UTF-16 code units, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a recogniser saw. `confidence` is from 0 to 1. */
export interface Hit extends Span {
  readonly confidence: number;
}

/** A hit with what it is and who saw it. `recognizer` is in kebab-case. */
export interface Finding extends Hit {
  readonly type: EntityType;
  readonly recognizer: string;
}

/**
 * Finds one kind of personal data. `find` is linear in the length of `text` whatever the text; its hits
 * may overlap and come in any order.
 */
export interface Recognizer {
  readonly name: string;
  readonly type: EntityType;
  find(text: string, language: Language): readonly Hit[];
}

/** Every hit of `recognizers`, labelled, in no particular order. */
export function findAll(
  recognizers: readonly Recognizer[],
  text: string,
  language: Language,
): readonly Finding[] {
  return recognizers.flatMap(({ name, type, find }) =>
    find(text, language).map((hit) => ({ ...hit, type, recognizer: name })),
  );
}
