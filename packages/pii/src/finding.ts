import type { EntityType } from "@veil/contracts/entities";
import type { Doc } from "./document.ts";

export { ENTITY_TYPES, type EntityType } from "@veil/contracts/entities";
export type { Language } from "@veil/contracts/sanitiser";

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
 * Finds one kind of personal data. `find` is linear in the length of the text whatever the text; its hits
 * may overlap and come in any order.
 */
export interface Recognizer {
  readonly name: string;
  readonly type: EntityType;
  find(doc: Doc): readonly Hit[];
}

/** Every hit of `recognizers`, labelled, in no particular order. */
export function findAll(recognizers: readonly Recognizer[], doc: Doc): readonly Finding[] {
  return recognizers.flatMap(({ name, type, find }) =>
    find(doc).map((hit) => ({ ...hit, type, recognizer: name })),
  );
}
