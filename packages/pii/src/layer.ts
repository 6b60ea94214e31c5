import type { Finding } from "./finding.ts";
import type { Doc } from "./text/document.ts";

/**
 * A detection method. `found` holds the findings of earlier layers, which may overlap and come in
 * any order.
 */
export interface Layer {
  readonly name: string;
  find(doc: Doc, found: readonly Finding[]): readonly Finding[];
}
