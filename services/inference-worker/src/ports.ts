import type {
  Choice,
  InferenceOptions,
  Message,
  ProviderModel,
  StartedThought,
  UsageDetails,
} from "@veil/contracts/inference";

export interface ProviderAccess {
  readonly apiKey: string;
  /** The time-out of this call, which applies in addition to the adapter's. */
  readonly timeoutMs: number;
  /** Aborted when the response is no longer needed. */
  readonly signal?: AbortSignal;
}

export interface ProviderPrompt extends ProviderAccess {
  readonly model: string;
  readonly messages: readonly Message[];
  /** Only parameters that the wire format supports. */
  readonly options: InferenceOptions;
}

/** One inference as the provider receives it, without any identity. */
export interface ProviderRequest extends ProviderPrompt {
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly endUserId: string;
}

export interface ProviderAnswer {
  /** The choices, at least one. */
  readonly choices: Choice[];
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usageDetails?: UsageDetails;
}

/**
 * An event of a streamed response. `start` is the first, `stop` the last. Blocks of text and tool
 * calls arrive in order and are numbered from 0.
 */
export type ProviderEvent =
  /** Has the token counts known at that time. */
  | {
      readonly kind: "start";
      readonly model: string;
      readonly inputTokens: number;
      readonly usageDetails?: UsageDetails;
    }
  /**
   * `tool` is the name of the called tool, which is always a tool of the request. A response has
   * thoughts only if the request has `thinking`.
   */
  | {
      readonly kind: "block_start";
      readonly index: number;
      readonly tool?: string;
      readonly thought?: StartedThought;
    }
  | { readonly kind: "thinking"; readonly index: number; readonly thinking: string }
  | { readonly kind: "signature"; readonly index: number; readonly signature: string }
  | { readonly kind: "block_stop"; readonly index: number }
  | { readonly kind: "arguments"; readonly index: number; readonly json: string }
  | { readonly kind: "text"; readonly index: number; readonly text: string }
  | { readonly kind: "ping" }
  | {
      readonly kind: "stop";
      readonly stopReason: string;
      /** The stop sequence that ended the response, always one of the request's. */
      readonly stopSequence?: string;
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly usageDetails?: UsageDetails;
    };

/**
 * `refused`: the provider would refuse another attempt too. `unavailable`: 429, 5xx, no connection,
 * a lost connection, or a time-out; `status` and `unanswered` distinguish these. `unreadable`: a
 * complete response that violates the wire format or is longer than the limit.
 */
export type ProviderFailure = "refused" | "unavailable" | "unreadable";

/**
 * What happened to a request without a response: nothing of it was sent, or it was sent and timed
 * out. If undefined, the connection was lost, and the provider may have processed the request.
 */
export type Unanswered = "not_sent" | "timed_out";

interface ProviderErrorDetails {
  readonly cause?: unknown;
  /** The status of the provider's response, if there was one. */
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

  /**
   * True only if the provider certainly did not process the request: nothing of it was sent, or the
   * status is 429 or 5xx.
   */
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
   * Streams a response. The adapter's time-out applies to the response head and to each pause. If
   * the reader stops before `stop`, the connection is closed. If the stream ends without `stop`, it
   * throws.
   */
  stream(request: ProviderRequest): AsyncGenerator<ProviderEvent>;
  /** Counts the tokens of a prompt. Absent when the wire format has no such request. */
  countTokens?(prompt: ProviderPrompt): Promise<number>;
  /**
   * Returns the models whose id looks like a name. Sends one request per page, for at most ten
   * pages.
   */
  models(access: ProviderAccess): Promise<ProviderModel[]>;
  close(): Promise<void>;
}
