import type { SanitiserClaimRequest } from "@veil/contracts/claims";
import type { GroundTruthEvaluation } from "@veil/contracts/public/proxy";
import type { AnswerBlocks, Relinked, TextBlocks } from "@veil/relink";
import type { ItemValue } from "@veil/veil/claims";
import type {
  CallField,
  NamedText,
  Sanitisation,
  SanitisedText,
} from "../content/sanitised-content.ts";
import type { FieldTruth } from "../proving-ground/ground-truth.ts";

export interface TemplateScan {
  readonly identifiers: readonly string[];
  /** True if some of the template's own text looks like a placeholder. */
  readonly lookalike: boolean;
  readonly variables: readonly string[];
  /** The hosts of the URLs in the template, in the form of `URL.host`. */
  readonly hosts: readonly string[];
}

/** The first text with an identifier, and the first that looks like a placeholder. */
export interface DefinitionsScan {
  readonly identifiers?: { readonly at: number; readonly types: readonly string[] };
  readonly lookalike?: { readonly at: number };
}

/** The sanitised prompt: values with their template, or messages with their parts. */
export type PromptInput = PromptFacts &
  (
    | { readonly template: string; readonly values: readonly NamedText[] }
    | { readonly messages: readonly (readonly NamedText[])[] }
  );

interface PromptFacts {
  readonly issued: Sanitisation["issued"];
  readonly findings: number;
  readonly maxChars: number;
}

export type PromptScan =
  | { readonly kind: "clean" }
  | { readonly kind: "too_long" }
  | { readonly kind: "value_not_clean" }
  | {
      readonly kind: "identifier";
      readonly types: readonly string[];
      readonly near: readonly string[];
    }
  | { readonly kind: "lookalike"; readonly near: readonly string[] };

export interface RelinkInput extends TextBlocks {
  readonly map: Uint8Array;
}

export interface AnswerInput {
  readonly blocks: readonly string[];
  /** The entity types that the policy of the request keeps. */
  readonly keep: readonly string[];
}

export interface AnswerScan extends AnswerBlocks {
  readonly counts: Readonly<Record<string, number>>;
}

export interface SanitiserAnswer {
  readonly originals: readonly CallField[];
  readonly answer: Uint8Array;
  /** The parameters with which the claim was requested. Absent if the call gets no certificate. */
  readonly claim?: ClaimedSanitising;
}

export interface ClaimedSanitising extends SanitiserClaimRequest {
  readonly options: ItemValue;
}

export interface VerifiedAnswer
  extends Pick<
    Sanitisation,
    "entries" | "findings" | "issued" | "counts" | "left" | "layers" | "claims"
  > {
  readonly texts: readonly SanitisedText[];
}

export interface TruthInput extends SanitiserAnswer {
  readonly truth: readonly FieldTruth[];
}

export interface MeasuredTruth {
  readonly counts: Pick<
    GroundTruthEvaluation,
    "true_positives" | "false_negatives" | "false_positives"
  >;
  readonly missed: ReadonlyMap<string, number>;
  readonly evaluation: Uint8Array;
}

/**
 * All scans that read whole texts or all findings. Duties: neither a long text nor more than 2 000
 * findings block the event loop; the queue is bounded in length and waiting time; no method returns
 * a partial result. Every method rejects with ApiError `sanitizer_unavailable` when a text cannot
 * be scanned in time.
 */
export interface TextScans {
  template(text: string): Promise<TemplateScan>;
  /** Returns the types of the hard identifiers in a text. */
  identifiers(text: string): Promise<readonly string[]>;
  /** Scans each text of tool definitions and output schemas separately. */
  definitions(texts: readonly string[]): Promise<DefinitionsScan>;
  prompt(input: PromptInput): Promise<PromptScan>;
  sanitised(input: SanitiserAnswer): Promise<VerifiedAnswer>;
  groundTruth(input: TruthInput): Promise<MeasuredTruth>;
  answer(input: AnswerInput): Promise<AnswerScan>;
  linked(answer: AnswerBlocks): Promise<number>;
  /**
   * Restores the values, except in links, images and tags, which could send them to a third party.
   */
  relink(input: RelinkInput): Promise<Relinked>;
}
