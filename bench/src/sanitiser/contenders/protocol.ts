import type { CorpusText, PredictedSpan } from "@veil/pii-lab/measures";

export type ContenderSource =
  | { readonly kind: "ours" }
  /** `folder`: where the npm peers are installed. */
  | { readonly kind: "openredaction" | "redact-pii" | "compromise"; readonly folder: string }
  | { readonly kind: "presidio"; readonly url: string };

export interface TimeOptions {
  readonly texts: readonly string[];
  /** Whole passes over the texts, until so much CPU time is used. */
  readonly untilCpuMs: number;
  /** No further pass is begun after that time on the clock. */
  readonly atMostMs: number;
}

export interface Timed {
  /** UTF-8. */
  readonly bytes: number;
  readonly cpuMs: number;
  readonly eachMs: readonly number[];
}

export type ContenderRequest =
  | ({ readonly what: "time" } & TimeOptions)
  | { readonly what: "find"; readonly texts: readonly CorpusText[] };

export type ContenderAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "timed"; readonly timed: Timed }
  | { readonly kind: "found"; readonly found: readonly (readonly PredictedSpan[])[] }
  | { readonly kind: "failed"; readonly reason: string };
