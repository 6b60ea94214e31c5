import type { ListSearchRequest, ListSearchResult } from "@veil/contracts/sanitiser";
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
   * Findings of engines outside this process: one list for each field of the body, in the same
   * order. The pool checks them.
   */
  readonly extras?: readonly (readonly Finding[])[];
  /**
   * Languages in which another engine has already searched for names, so the built-in model skips
   * them.
   */
  readonly namesElsewhere?: readonly Language[];
  /** Names of the other engines, for the response. */
  readonly layers?: readonly string[];
  readonly sent?: SentElsewhere;
  /**
   * True if the response is not for the caller. No claim is made then, even if the body requests
   * one.
   */
  readonly isDraft?: boolean;
}

export interface TextToRead {
  readonly text: string;
  readonly language: Language;
}

/** An engine that finds entities in running text. It replaces the built-in name model. */
export interface EntityRecognizer {
  readonly name: string;
  /** The name, for claims, of the engine outside this process that receives the texts. */
  readonly peer: "presidio";
  readonly languages: readonly Language[];
  /**
   * Returns the findings of each text, in the same order, with offsets in UTF-16 code units and
   * only this project's types. The same texts have the same findings.
   * @throws ApiError `sanitizer_unavailable` when the engine fails, its response is invalid, it
   * does not support the language, or the signal is aborted
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
  /** The number of the occurrence, from 1; null means every occurrence. */
  readonly occurrence: number | null;
}

/** Spans of one part of a text, which are searched only in that part. */
export interface ShieldedStretch extends Span {
  readonly spans: readonly ShieldSpan[];
}

/**
 * A language model that reads text after all other layers. It is not trusted, so its responses are
 * compared with the text before use.
 */
export interface Shield {
  readonly name: string;
  /**
   * Returns the spans of each text, in the same order, not yet compared with the text. A text
   * without a stretch was not sent.
   * @throws ApiError `request_too_large`; `sanitizer_unavailable` when the shield fails, its
   * response is invalid, or the signal is aborted
   */
  inspect(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly ShieldedStretch[])[]>;
  close(): Promise<void>;
}

/**
 * A worker pool with a queue for bodies of `POST /sanitise`. It accepts and returns bytes, so that
 * long texts do not burden the event loop.
 */
export interface PiiPool {
  readonly name: string;
  /**
   * Returns the response body for this request body.
   *
   * @throws ApiError `invalid_json`, `missing_field`, `invalid_field`; `list_needed` when the
   * request names a list that is not cached and has no box for it; `too_many_findings`; `busy` when
   * the queue is full; `sanitizer_unavailable` when the engine fails or takes too long, or `extras`
   * do not match the body; the reason of `gone` when that signal is aborted. In that case a waiting
   * request does not start, and a thread that is running the request is terminated and replaced.
   */
  sanitise(body: Uint8Array, work?: PoolWork, gone?: AbortSignal): Promise<Uint8Array>;
  pending(): number;
  close(): Promise<void>;
}

/** Compiles lists outside the event loop, because a long list takes half a second. */
export interface ListCompiler {
  /** @throws ApiError when the content is not a JSON `EntityListContent` */
  compile(content: Uint8Array): Promise<CompiledEntityList>;
  close(): Promise<void>;
}

/**
 * Searches customers' lists for a value, and seals what remains of a list without it.
 * @throws ApiError `invalid_field` when a box cannot be opened
 */
export type SearchLists = (request: ListSearchRequest) => Promise<ListSearchResult>;
