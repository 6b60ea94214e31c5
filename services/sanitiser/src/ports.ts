import type { CompiledEntityList, EntityType, Finding, Language } from "@veil/pii";
import type { Span } from "@veil/pii/spans";

/** The texts that were sent to engines outside this process, for the claim. */
export interface SentElsewhere {
  /** Positions of fields whose texts were sent unchanged. */
  readonly presidio?: readonly number[];
  readonly shield?: readonly { readonly position: number; readonly text: string }[];
}

export interface PoolWork {
  /**
   * Findings of engines outside this process, a list for each field of the body in the same order.
   * The pool checks them.
   */
  readonly extras?: readonly (readonly Finding[])[];
  /** Languages in which another engine has found the names: the built-in model skips them. */
  readonly namesElsewhere?: readonly Language[];
  /** Names of the other engines, for the answer. */
  readonly layers?: readonly string[];
  readonly sent?: SentElsewhere;
  /** The answer is not for the caller: no claim is made, even if the body requests one. */
  readonly isDraft?: boolean;
}

export interface TextToRead {
  readonly text: string;
  readonly language: Language;
}

/** Finds entities in running text. It replaces the built-in model of names. */
export interface EntityRecognizer {
  readonly name: string;
  /** The receiver of the texts, which leave this process. */
  readonly peer: "presidio";
  readonly languages: readonly Language[];
  /**
   * Returns findings for each text, in the same order, with offsets in UTF-16 code units and only
   * our types. The same texts give the same findings.
   * @throws ApiError `sanitizer_unavailable` when it fails, its answer is invalid, it does not
   * support the language, or the signal is aborted
   */
  recognize(
    texts: readonly TextToRead[],
    signal: AbortSignal,
  ): Promise<readonly (readonly Finding[])[]>;
  close(): Promise<void>;
}

/** A span that a shield considers personal data. */
export interface ShieldSpan {
  readonly words: string;
  readonly type: EntityType;
  /** Which occurrence is meant, from 1; null means all. */
  readonly occurrence: number | null;
}

/** Spans of one part of a text, the only part that the shield has read. */
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
   * Returns spans for each text, in the same order, not yet compared with it. A text without a
   * stretch was not sent.
   * @throws ApiError `request_too_large`; `sanitizer_unavailable` when it fails, its answer is
   * invalid, or the signal is aborted
   */
  inspect(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly ShieldedStretch[])[]>;
  close(): Promise<void>;
}

/**
 * A worker pool for bodies of `POST /sanitise`, with its queue. It works on bytes, so that the
 * event loop's work does not grow with a text.
 */
export interface PiiPool {
  readonly name: string;
  /**
   * Returns the response body for this request body.
   *
   * @throws ApiError `invalid_json`, `missing_field`, `invalid_field`; `list_needed` when the
   * request names a list that is not held and brings no box; `too_many_findings`; `busy` when the
   * queue is full; `sanitizer_unavailable` when the engine fails or takes too long, or `extras` do
   * not fit the body; the reason of `gone` when that is aborted: then a waiting request does not
   * start, and a thread that runs one is ended and replaced
   */
  sanitise(body: Uint8Array, work?: PoolWork, gone?: AbortSignal): Promise<Uint8Array>;
  pending(): number;
  close(): Promise<void>;
}

/** Compiles a list outside the event loop: a long list takes half a second. */
export interface ListCompiler {
  /** @throws ApiError when the content is not an `EntityListContent` in JSON */
  compile(content: Uint8Array): Promise<CompiledEntityList>;
  close(): Promise<void>;
}
