import type { Choice, Message } from "@veil/contracts/inference";

/** One inference as the provider gets it, without any identity. */
export interface ProviderRequest {
  readonly apiKey: string;
  readonly model: string;
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly endUserId: string;
  /** In addition to the adapter's own time-out. */
  readonly timeoutMs: number;
  /** Aborted when the answer is not needed any more. */
  readonly signal?: AbortSignal;
}

export interface ProviderAnswer {
  /** At least one. */
  readonly choices: Choice[];
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** `start` is first and `stop` last. Text blocks come one after the other, numbered from 0. */
export type ProviderEvent =
  /** `inputTokens`: as far as known at that time. */
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
 * `refused`: the provider will refuse the next attempt as well. `unavailable`: 429, 5xx, no connection, a lost one, or
 * a time-out; another attempt may succeed. `unreadable`: a complete answer that violates the wire format or is longer
 * than the limit.
 */
export type ProviderFailure = "refused" | "unavailable" | "unreadable";

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly failure: ProviderFailure;
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
 * - one call of `complete` or `stream` is at most one request on the wire, without retries and redirects;
 * - it sends the request and fixed headers, nothing else;
 * - it fails only with ProviderError, within the time-out; the message has no text of the provider's;
 * - it reads no more than its size limit.
 */
export interface Provider {
  complete(request: ProviderRequest): Promise<ProviderAnswer>;
  /**
   * The adapter's own time-out applies to the head and to each pause. Leaving before `stop` closes the connection. A
   * stream that ends without `stop` throws.
   */
  stream(request: ProviderRequest): AsyncGenerator<ProviderEvent>;
  close(): Promise<void>;
}
