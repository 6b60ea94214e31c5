import type { Finding, Language } from "../finding.ts";

/** One way of finding personal data. The findings of all layers are brought together by the engine. */
export interface Layer {
  readonly name: string;
  find(text: string, language: Language): readonly Finding[];
}
