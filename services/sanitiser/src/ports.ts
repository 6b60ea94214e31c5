import type { CompiledEntityList, EntityType, Finding, Language } from "@veil/pii";
import type { Span } from "@veil/pii/spans";

/** What went to engines outside this process, for the claim. */
export interface SentElsewhere {
  /** Places of fields whose texts went as they are. */
  readonly presidio?: readonly number[];
  readonly shield?: readonly { readonly position: number; readonly text: string }[];
}

export interface PoolWork {
  /**
   * Findings of engines outside this process, a list for each field of the body in the same order; the pool checks
   * them.
   */
  readonly extras?: readonly (readonly Finding[])[];
  /** Languages whose names another engine has found: the built-in model skips them. */
  readonly namesElsewhere?: readonly Language[];
  /** Names of the other engines for the answer. */
  readonly layers?: readonly string[];
  readonly sent?: SentElsewhere;
  /** The answer is not the caller's: no claim is made, even if the body wants one. */
  readonly isDraft?: boolean;
}

export interface TextToRead {
  readonly text: string;
  readonly language: Language;
}

/** Finds entities in running text, in place of the built-in model of names. */
export interface EntityRecognizer {
  readonly name: string;
  /** Who gets the texts: they leave this process. */
  readonly peer: "presidio";
  readonly languages: readonly Language[];
  /**
   * Findings for each text, in the same order, with offsets in UTF-16 code units and only our types. The same texts
   * give the same findings.
   * @throws ApiError `sanitizer_unavailable` when it fails, its answer is invalid, it does not have the language, or
   * the signal is aborted
   */
  recognize(
    texts: readonly TextToRead[],
    signal: AbortSignal,
  ): Promise<readonly (readonly Finding[])[]>;
  close(): Promise<void>;
}

/** A span that a shield takes for personal data. */
export interface ShieldSpan {
  readonly words: string;
  readonly type: EntityType;
  /** Which occurrence, from 1; null: all. */
  readonly occurrence: number | null;
}

/** Spans of one part of a text; the shield has read only this part. */
export interface ShieldedStretch extends Span {
  readonly spans: readonly ShieldSpan[];
}

/**
 * A language model that reads text after all other layers. It is not trusted: its answers are compared with the text
 * before use.
 */
export interface Shield {
  readonly name: string;
  /**
   * Spans for each text, in the same order, not yet compared with it. A text without a stretch was not sent.
   * @throws ApiError `request_too_large`; `sanitizer_unavailable` when it fails, its answer is invalid, or the signal
   * is aborted
   */
  inspect(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly ShieldedStretch[])[]>;
  close(): Promise<void>;
}

/**
 * A worker pool for bodies of `POST /sanitise`, with its queue. Takes and gives bytes, so that the event loop's work
 * does not grow with a text.
 */
export interface PiiPool {
  readonly name: string;
  /**
   * The response body for this request body.
   *
   * @throws ApiError `invalid_json`, `missing_field`, `invalid_field`; `list_needed` when the request names a
   * list that is not held and brings no box; `too_many_findings`; `busy` when the queue is full; `sanitizer_unavailable` when the
   * engine fails or takes too long, or `extras` do not fit the body; `gone`'s reason when it is aborted: then what
   * waits is not begun, and a thread that runs it is ended and replaced
   */
  sanitise(body: Uint8Array, work?: PoolWork, gone?: AbortSignal): Promise<Uint8Array>;
  pending(): number;
  close(): Promise<void>;
}

/** Prepares a list outside the event loop: a long list takes half a second. */
export interface ListCompiler {
  /** @throws ApiError when it is not an `EntityListContent` in JSON */
  compile(content: Uint8Array): Promise<CompiledEntityList>;
  close(): Promise<void>;
}
