import type { UnredactedCount } from "@veil/contracts/sanitiser";
import type { EntityType, Span } from "../finding.ts";

export interface Redaction extends Span {
  readonly placeholder: string;
  readonly type: EntityType;
  readonly confidence: number;
  readonly recognizer: string;
}

export interface SanitisedField {
  readonly name: string;
  readonly text: string;
  /** The replacements, disjoint and in document order. */
  readonly redactions: readonly Redaction[];
  readonly left: readonly UnredactedCount[];
}

export interface Sanitised {
  readonly fields: readonly SanitisedField[];
  readonly layers_active: readonly string[];
}
