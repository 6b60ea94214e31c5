import type { Doc } from "../document.ts";
import type { Finding } from "../finding.ts";

/**
 * One way of finding personal data. The findings of all layers are brought together by the engine. `found`: what
 * the layers before this one found in the text, in any order; they may overlap.
 */
export interface Layer {
  readonly name: string;
  find(doc: Doc, found: readonly Finding[]): readonly Finding[];
}
