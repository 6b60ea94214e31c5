import type { CompiledEntityList, EntityType, Finding, Language } from "@veil/pii";
import type { Span } from "@veil/pii/spans";

/** What a pool is given beside the body. */
export interface PoolWork {
  /**
   * What engines outside this process found, a list for each field of the body in the same order. Whoever asks
   * them reads the body for it, so the event loop then has work that grows with a text. Checked by the pool.
   */
  readonly extras?: readonly (readonly Finding[])[];
  /** Languages whose names another engine has looked for: the built-in model leaves texts in them alone. */
  readonly namesElsewhere?: readonly Language[];
  /** The other engines, as the answer names them. */
  readonly layers?: readonly string[];
}

export interface TextToRead {
  readonly text: string;
  readonly language: Language;
}

/** An engine that finds entities in running text, in place of the built-in model of names. */
export interface EntityRecognizer {
  /** As `layers_active` names it. */
  readonly name: string;
  readonly languages: readonly Language[];
  /**
   * Findings for each text, in the same order; offsets in UTF-16 code units. What it finds has a type of ours,
   * or is left out. The same texts give the same findings.
   *
   * @throws ApiError `sanitizer_unavailable` when it fails, answers what is no answer, has not the language, or
   * the signal is aborted: "nothing found" is never a guess
   */
  recognise(
    texts: readonly TextToRead[],
    signal: AbortSignal,
  ): Promise<readonly (readonly Finding[])[]>;
  close(): Promise<void>;
}

/** What a shield takes for personal data. */
export interface ShieldSpan {
  /** As they stand in the text, if the shield has copied them well. */
  readonly words: string;
  readonly type: EntityType;
  /** Which time they stand there, from 1; null: every time. */
  readonly occurrence: number | null;
}

/** Spans of one stretch of a text; the shield has seen no more of it. */
export interface ShieldedStretch extends Span {
  readonly spans: readonly ShieldSpan[];
}

/**
 * A language model that looks at text which has been through all other layers. It stands outside of what is trusted: nothing
 * that it answers is taken before it was compared with the text.
 */
export interface Shield {
  /** As `layers_active` names it. */
  readonly name: string;
  /**
   * What was found in each text, in the same order, not yet compared with it.
   *
   * @throws ApiError `request_too_large`; `sanitizer_unavailable` when it fails, answers what is no answer, or
   * the signal is aborted
   */
  inspect(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly ShieldedStretch[])[]>;
  close(): Promise<void>;
}

/**
 * A worker pool, in which bodies of `POST /sanitise` are worked on, and its queue. Bytes go in and bytes come out, so
 * that the event loop has nothing to do that grows with a text.
 */
export interface PiiPool {
  readonly name: string;
  /**
   * The response body for this request body.
   *
   * @throws ApiError `invalid_json`, `missing_field`, `invalid_field`; `list_needed` when the request names a
   * list that is not held and brings no box; `too_many_findings`; `busy` when the queue is full; `sanitizer_unavailable` when the
   * engine fails or takes too long, or `extras` do not fit the body; `gone`'s reason when it is aborted: then what
   * waits is not begun, and a thread at work on it is ended and replaced
   */
  sanitise(body: Uint8Array, work?: PoolWork, gone?: AbortSignal): Promise<Uint8Array>;
  /** Jobs that run or wait. */
  pending(): number;
  close(): Promise<void>;
}

/** Makes what stood in a box ready for use, away from the event loop: a long list takes half a second. */
export interface ListCompiler {
  /** @throws ApiError when it is no `EntityListContent` in JSON */
  compile(content: Uint8Array): Promise<CompiledEntityList>;
  close(): Promise<void>;
}
