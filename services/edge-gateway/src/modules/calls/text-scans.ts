import type { GroundTruthEvaluation } from "@veil/contracts/public/proxy";
import type { AnswerBlocks, Relinked } from "@veil/relink";
import type { FieldTruth } from "./domain/ground-truth.ts";
import type { SanitisedText } from "./domain/minted.ts";
import type { NamedText, Sanitisation } from "./ports.ts";

export interface TemplateScan {
  /** Types of the hard identifiers in it, each once. */
  readonly identifiers: readonly string[];
  /** Some of its text reads as a placeholder. */
  readonly lookalike: boolean;
  readonly variables: readonly string[];
  /** Hosts, as in `URL.host`, of the URLs that it names by itself. */
  readonly hosts: readonly string[];
}

/** What a provider would get, sanitised: values in their template, or messages, each in its parts. */
export type PromptParts = PromptFacts &
  (
    | { readonly template: string; readonly values: readonly NamedText[] }
    | { readonly messages: readonly (readonly NamedText[])[] }
  );

interface PromptFacts {
  /** How many placeholders of each type there are: they are numbered from 1. */
  readonly issued: Sanitisation["issued"];
  /** How many were put into all values. */
  readonly findings: number;
  /** UTF-16 code units of the rendered prompt. */
  readonly maxChars: number;
}

export type PromptScan =
  | { readonly kind: "clean" }
  | { readonly kind: "too_long" }
  /** A value alone is not what a sanitiser leaves. */
  | { readonly kind: "value_not_clean" }
  /** Template and values, or the parts of a message, make it together; `near`: the first names where it stands. */
  | {
      readonly kind: "identifier";
      readonly types: readonly string[];
      readonly near: readonly string[];
    }
  | { readonly kind: "lookalike"; readonly near: readonly string[] };

export interface RelinkParts extends AnswerBlocks {
  /** As `openRelinkMap` gives it. */
  readonly map: Uint8Array;
}

/** An answer as it is kept: JSON is written anew from what was redacted. */
export interface AnswerScan extends AnswerBlocks {
  /** Redactions by type. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What was sent to the sanitiser, and what came back. */
export interface SanitiserAnswer {
  readonly originals: readonly NamedText[];
  /** A `SanitiseResponse`, as it came. */
  readonly answer: Uint8Array;
}

/** What a sanitiser's answer says, once it has stood verification. */
export interface VerifiedAnswer
  extends Pick<Sanitisation, "entries" | "findings" | "issued" | "counts" | "left" | "layers"> {
  /** In the order of the originals. */
  readonly texts: readonly SanitisedText[];
}

export interface TruthParts extends SanitiserAnswer {
  readonly truth: readonly FieldTruth[];
}

export interface MeasuredTruth {
  readonly counts: Pick<
    GroundTruthEvaluation,
    "true_positives" | "false_negatives" | "false_positives"
  >;
  /** How many annotations were missed, by field name. */
  readonly missed: ReadonlyMap<string, number>;
  /** JSON of all of the `GroundTruthEvaluation`. */
  readonly evaluation: Uint8Array;
}

/**
 * Everything that reads through whole texts for personal data, or through all that was found in them. Duties: neither
 * a long text nor more than 2 000 findings hold up the event loop; what waits is bounded in number and time; nothing
 * comes back half read. Every method rejects with ApiError `sanitizer_unavailable` when a text cannot be read in time.
 */
export interface TextScans {
  template(text: string): Promise<TemplateScan>;
  /** Looks at the prompt as the provider would get it. */
  prompt(parts: PromptParts): Promise<PromptScan>;
  /** Verifies the answer and mints the texts. Rejects for one doubt about it. */
  sanitised(parts: SanitiserAnswer): Promise<VerifiedAnswer>;
  /** Compares what was replaced with what should have been. */
  groundTruth(parts: TruthParts): Promise<MeasuredTruth>;
  /** Redacts what a model itself produced, in the blocks of one answer. One block may be a JSON object or array. */
  answer(blocks: readonly string[]): Promise<AnswerScan>;
  /** How many placeholders stand in links, images, tags or beside URLs, where values stay out. */
  linked(answer: AnswerBlocks): Promise<number>;
  /** Puts the values back into an answer, where no link, image or tag could carry them away. */
  relink(parts: RelinkParts): Promise<Relinked>;
}
