import type { Choice, Message } from "@veil/contracts/inference";

/** One inference as a provider gets it: text and limits, and nothing that says who asks. */
export interface ProviderRequest {
  readonly apiKey: string;
  readonly model: string;
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  readonly temperature?: number;
  /** Random, fresh for each request. */
  readonly endUserId: string;
  /** Give up after this time, or earlier by the adapter's own time-out. */
  readonly timeoutMs: number;
  /** Aborted when the answer is of no use any more. */
  readonly signal?: AbortSignal;
}

export interface ProviderAnswer {
  /** At least one. */
  readonly choices: Choice[];
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** `start` is the first event and `stop` the last. Blocks of text come one after the other, numbered from 0. */
export type ProviderEvent =
  /** `inputTokens`: as far as the provider tells it by then. */
  | { readonly kind: "start"; readonly model: string; readonly inputTokens: number }
  | { readonly kind: "block_start" | "block_stop"; readonly index: number }
  | { readonly kind: "text"; readonly index: number; readonly text: string }
  | { readonly kind: "ping" }
  | {
      readonly kind: "stop";
      readonly stopReason: string;
      readonly inputTokens: number;
      readonly outputTokens: number;
    };

/**
 * `refused`: the provider will not, and would not next time. `unavailable`: 429, 5xx, or no whole answer came: no
 * connection, one that was lost, or a time-out, before the body or within it; another attempt may succeed.
 * `unreadable`: the answer came to its end and is not what the wire format promises, or is longer than the limit.
 */
export type ProviderFailure = "refused" | "unavailable" | "unreadable";

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly failure: ProviderFailure;
  /** When the provider asks to be called again. */
  readonly retryAfterMs: number | undefined;

  constructor(
    failure: ProviderFailure,
    { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(`Provider: ${failure}`, { cause });
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * One provider at one address. Duties of every adapter:
 * - one call of `complete` or `stream` is at most one request on the wire; it never retries and follows no redirect;
 * - it sends what the request holds and fixed headers, nothing else;
 * - it fails with ProviderError alone, within the time-out, however the provider behaves; the message
 *   holds none of the provider's text;
 * - it reads no more than its size limit.
 */
export interface Provider {
  complete(request: ProviderRequest): Promise<ProviderAnswer>;
  /**
   * The answer as it comes. The adapter's own time-out is for its head and for the pause between two parts of it.
   * Leaving before `stop` closes the connection. A stream that ends without `stop` has thrown.
   */
  stream(request: ProviderRequest): AsyncGenerator<ProviderEvent>;
  /** Aborts what is running and closes the connections. */
  close(): Promise<void>;
}
