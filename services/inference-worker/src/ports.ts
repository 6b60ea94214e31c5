/** One inference as a provider gets it: text and limits, and nothing that says who asks. */
export interface ProviderRequest {
  readonly apiKey: string;
  readonly model: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly temperature?: number;
  /** Random, fresh for each request. */
  readonly endUserId: string;
  /** Give up after this time, or earlier by the adapter's own time-out. */
  readonly timeoutMs: number;
}

export interface ProviderAnswer {
  readonly text: string;
  readonly model: string;
  readonly stopReason: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

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
 * - one call of `complete` is at most one request on the wire; it never retries and follows no redirect;
 * - it sends what the request holds and fixed headers, nothing else;
 * - it rejects with ProviderError alone, within the time-out, however the provider behaves; the message
 *   holds none of the provider's text;
 * - it reads no more than its size limit.
 */
export interface Provider {
  complete(request: ProviderRequest): Promise<ProviderAnswer>;
  /** Breaks off what is running and closes the connections. */
  close(): Promise<void>;
}
