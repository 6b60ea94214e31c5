import type { CorpusText, PredictedSpan } from "@veil/pii-lab/measures";

export type ContenderSource =
  | { readonly kind: "ours" }
  /** `folder` contains the installed npm packages. */
  | { readonly kind: "openredaction" | "redact-pii" | "compromise"; readonly folder: string }
  | { readonly kind: "presidio"; readonly url: string };

export interface TimeOptions {
  readonly texts: readonly string[];
  readonly untilCpuMs: number;
  /** The limit of elapsed time, which the last pass may exceed. */
  readonly atMostMs: number;
}

export interface Timed {
  readonly bytes: number;
  readonly cpuMs: number;
  readonly eachMs: readonly number[];
}

export type ContenderRequest =
  | ({ readonly what: "time" } & TimeOptions)
  | { readonly what: "find"; readonly texts: readonly CorpusText[] };

export type ContenderReply =
  | { readonly kind: "ready" }
  | { readonly kind: "timed"; readonly timed: Timed }
  | { readonly kind: "found"; readonly found: readonly (readonly PredictedSpan[])[] }
  | { readonly kind: "failed"; readonly reason: string };
