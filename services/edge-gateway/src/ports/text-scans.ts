import type { Relinked, RelinkRequest } from "@veil/relink";
import type { NamedText } from "./pipeline.ts";

export interface TemplateScan {
  /** Types of the hard identifiers in it, each once. */
  readonly identifiers: readonly string[];
  /** Some of its text reads as a placeholder. */
  readonly lookalike: boolean;
  readonly variables: readonly string[];
  /** Hosts, as in `URL.host`, of the URLs that it names by itself. */
  readonly hosts: readonly string[];
}

export interface PromptParts {
  readonly template: string;
  /** The sanitised values that the template uses. */
  readonly values: readonly NamedText[];
  /** The placeholders that were put into them. */
  readonly issued: readonly string[];
  /** UTF-16 code units of the rendered prompt. */
  readonly maxChars: number;
}

export type PromptScan =
  | { readonly kind: "clean" }
  | { readonly kind: "too_long" }
  /** A value alone is not what a sanitiser leaves. */
  | { readonly kind: "value_not_clean" }
  /** Template and values make it together; `near`: the first variables where it stands. */
  | {
      readonly kind: "identifier";
      readonly types: readonly string[];
      readonly near: readonly string[];
    }
  | { readonly kind: "lookalike"; readonly near: readonly string[] };

export interface AnswerScan {
  /** `json`: `text` is a JSON object or array, written anew from what was redacted. */
  readonly form: "text" | "json";
  readonly text: string;
  /** Redactions by type. */
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Everything that reads through whole texts for personal data. Duties: a long text never holds up the event
 * loop; what waits is bounded in number and time; nothing comes back half read.
 * Every method rejects with ApiError `sanitizer_unavailable` when a text cannot be read in time.
 */
export interface TextScans {
  template(text: string): Promise<TemplateScan>;
  /** Looks at the prompt as the provider would get it. */
  prompt(parts: PromptParts): Promise<PromptScan>;
  /** Redacts what a model itself produced. */
  answer(text: string): Promise<AnswerScan>;
  /** Puts the values back into an answer, where no link, image or tag could carry them away. */
  relink(request: RelinkRequest): Promise<Relinked>;
}
