import type {
  Choice,
  InferenceOptions,
  Message,
  ProviderModel,
  UsageDetails,
} from "@veil/contracts/inference";

export interface ProviderAccess {
  readonly apiKey: string;
  /** Applies in addition to the adapter's own time-out. */
  readonly timeoutMs: number;
  /** Aborted when the answer is no longer needed. */
  readonly signal?: AbortSignal;
}

export interface ProviderPrompt extends ProviderAccess {
  readonly model: string;
  readonly messages: readonly Message[];
  /** Only parameters that the wire format supports. */
  readonly options: InferenceOptions;
}

/** One inference in the form that the provider gets, without any identity. */
export interface ProviderRequest extends ProviderPrompt {
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly endUserId: string;
}

export interface ProviderAnswer {
  /** There is at least one. */
  readonly choices: Choice[];
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usageDetails?: UsageDetails;
}

/** `start` is first, `stop` last. Blocks of text and tool calls are in order, numbered from 0. */
export type ProviderEvent =
  /** The token counts known at that time. */
  | {
      readonly kind: "start";
      readonly model: string;
      readonly inputTokens: number;
      readonly usageDetails?: UsageDetails;
    }
  /** `tool` names the called tool, which is one of the request's. */
  | { readonly kind: "block_start"; readonly index: number; readonly tool?: string }
  | { readonly kind: "block_stop"; readonly index: number }
  | { readonly kind: "arguments"; readonly index: number; readonly json: string }
  | { readonly kind: "text"; readonly index: number; readonly text: string }
  | { readonly kind: "ping" }
  | {
      readonly kind: "stop";
      readonly stopReason: string;
      /** One of the request's stop sequences. */
      readonly stopSequence?: string;
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly usageDetails?: UsageDetails;
    };

/**
 * `refused`: the provider will refuse the next attempt as well. `unavailable`: 429, 5xx, no connection, a lost one, or
 * a time-out; `unanswered` tells them apart. `unreadable`: a complete answer that violates the wire format or is longer
 * than the limit.
 */
export type ProviderFailure = "refused" | "unavailable" | "unreadable";

/**
 * What happened to a request without an answer: nothing of it was sent, or the provider had it and
 * the time ran out. If undefined, the connection was lost, and the provider may have processed the
 * request.
 */
export type Unanswered = "not_sent" | "timed_out";

interface ProviderErrorDetails {
  readonly cause?: unknown;
  /** The status of the provider's answer, if there was one. */
  readonly status?: number;
  readonly retryAfterMs?: number | undefined;
  readonly unanswered?: Unanswered | undefined;
}

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly failure: ProviderFailure;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly unanswered: Unanswered | undefined;

  constructor(
    failure: ProviderFailure,
    { cause, status, retryAfterMs, unanswered }: ProviderErrorDetails = {},
  ) {
    super(`Provider: ${failure}`, { cause });
    this.failure = failure;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.unanswered = unanswered;
  }

  /** True only if it is certain: nothing of the request was sent, or the answer is 429 or 5xx. */
  get isUnprocessed(): boolean {
    const { status = 0, unanswered } = this;
    return unanswered === "not_sent" || status === 429 || status >= 500;
  }
}

/**
 * One provider at one address. Duties of every adapter:
 * - one call of `complete`, `stream` or `countTokens` is at most one request on the wire, without
 *   retries and redirects;
 * - it sends the request and fixed headers, nothing else;
 * - it fails only with ProviderError, within the time-out; the message contains no text from the
 *   provider;
 * - it reads no more than its size limit.
 */
export interface Provider {
  complete(request: ProviderRequest): Promise<ProviderAnswer>;
  /**
   * The adapter's own time-out applies to the head and to each pause. A reader that leaves before
   * `stop` closes the connection. A stream that ends without `stop` throws.
   */
  stream(request: ProviderRequest): AsyncGenerator<ProviderEvent>;
  /** Absent when the wire format has no such request. */
  countTokens?(prompt: ProviderPrompt): Promise<number>;
  /** Returns the models whose id looks like a name, with one request per page, ten at most. */
  models(access: ProviderAccess): Promise<ProviderModel[]>;
  close(): Promise<void>;
}
