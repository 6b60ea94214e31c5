import type { Doc } from "../document.ts";
import type { Finding } from "../finding.ts";

/** One way of finding personal data. The findings of all layers are brought together by the engine. */
export interface Layer {
  readonly name: string;
  find(doc: Doc): readonly Finding[];
}
