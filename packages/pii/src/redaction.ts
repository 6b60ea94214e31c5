import type { Left } from "@veil/contracts/sanitiser";
import type { EntityType, Span } from "./finding.ts";

/** One replacement: `start` and `end` are its place in the original. The value is not repeated: the caller has it. */
export interface Redaction extends Span {
  /** `[TYPE_n]`. */
  readonly placeholder: string;
  readonly type: EntityType;
  readonly confidence: number;
  readonly recognizer: string;
}

export interface SanitisedField {
  readonly name: string;
  readonly text: string;
  /** In document order, never overlapping. */
  readonly redactions: readonly Redaction[];
  /** What was found at or above its type's threshold and stays in the text. */
  readonly left: readonly Left[];
}

export interface Sanitised {
  /** Same names, same order as in the request. */
  readonly fields: readonly SanitisedField[];
  readonly layers_active: readonly string[];
}
