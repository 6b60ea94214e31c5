import type { Finding } from "./finding.ts";
import type { Doc } from "./text/document.ts";

/**
 * One detection method. `found` has the findings of the layers before, in any order, possibly
 * overlapping.
 */
export interface Layer {
  readonly name: string;
  find(doc: Doc, found: readonly Finding[]): readonly Finding[];
}
