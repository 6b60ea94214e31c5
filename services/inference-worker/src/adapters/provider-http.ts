import { writeJson } from "@veil/contracts/parsing";
import { readEvents, type ServerSentEvent } from "@veil/llm-dialects";
import { createHttpClient, type HttpClient, HttpError } from "@veil/service-kit/http";
import { ProviderError } from "../ports.ts";
import { jsonOf } from "./read-provider-data.ts";

export interface ProviderHttpOptions {
  readonly baseUrl: string;
  /**
   * The time limit of one call, from the first byte sent to the last byte received. In a stream it
   * applies to each pause.
   */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly connections: number;
  /** The egress proxy. If undefined, the provider is called directly. */
  readonly proxyUrl?: string;
}

interface ProviderCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The request body. A request without a body is a GET. */
  readonly body?: object;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface WholeAnswer {
  readonly value: unknown;
  /** The received JSON bytes from which `value` was parsed. */
  readonly json: Uint8Array;
}

/** An HTTP client for providers. Its methods throw only ProviderError. */
export interface ProviderHttp {
  whole(call: ProviderCall): Promise<WholeAnswer>;
  stream(call: ProviderCall): AsyncGenerator<ServerSentEvent>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const utf8 = new TextDecoder();

/**
 * Creates the HTTP client that the providers of both wire formats use. It keeps connections to one
 * host alive and maps failures to ProviderError.
 */
export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const { connections, maxResponseBytes, proxyUrl } = options;
  // Operators write base URLs with or without the version, so it is removed here.
  const baseUrl = options.baseUrl.replace(/\/*$/, "").replace(/\/v1$/, "");
  const limits = { connections, maxResponseBytes, connectTimeoutMs: CONNECT_TIMEOUT_MS };
  const http = createHttpClient({ baseUrl, proxyUrl, ...limits });
  return {
    whole: (call) => whole(http, call, Math.max(1, Math.min(call.timeoutMs, options.timeoutMs))),
    stream: (call) => streamed(http, call, options.timeoutMs),
    close: () => http.close(),
  };
}

async function whole(
  http: HttpClient,
  call: ProviderCall,
  timeoutMs: number,
): Promise<WholeAnswer> {
  const { status, headers, bytes } = await http
    .exchange(requestOf(call, "application/json"), timeoutMs)
    .catch(rethrow);
  requireOk(status, headers);
  return { value: jsonOf(utf8.decode(bytes)), json: bytes };
}

async function* streamed(
  http: HttpClient,
  call: ProviderCall,
  pauseMs: number,
): AsyncGenerator<ServerSentEvent> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), Math.max(1, call.timeoutMs));
  const signals = [deadline.signal, ...(call.signal === undefined ? [] : [call.signal])];
  const request = { ...requestOf(call, "text/event-stream"), signal: AbortSignal.any(signals) };
  try {
    const { status, headers, chunks } = await http.stream(request, pauseMs);
    requireOk(status, headers);
    yield* readEvents(chunks);
  } catch (error) {
    rethrow(error);
  } finally {
    clearTimeout(timer);
  }
}

function requestOf({ path, headers, body, signal }: ProviderCall, accept: string) {
  return {
    path,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      "accept-encoding": "identity",
      ...(accept === "text/event-stream" && { accept }),
      ...headers,
    },
    ...(body !== undefined && { body: bodyText(body) }),
    signal,
  };
}

/**
 * Serializes a body. A body that cannot be serialized, for example because it is too long, would
 * fail at every attempt, so the failure is `refused`.
 */
function bodyText(body: object): string {
  try {
    return writeJson(body);
  } catch (cause) {
    throw new ProviderError("refused", { cause, unanswered: "not_sent" });
  }
}

/**
 * Converts an HttpError to a ProviderError. An incomplete body counts as unavailable. A body that
 * is too long counts as unreadable, because another attempt would return one just as long.
 */
function rethrow(error: unknown): never {
  if (!(error instanceof HttpError)) throw error;
  const { failure } = error;
  switch (failure) {
    case "unsendable":
      throw new ProviderError("refused", { cause: error, unanswered: "not_sent" });
    case "not_sent":
      throw new ProviderError("unavailable", { cause: error, unanswered: "not_sent" });
    case "timeout":
      throw new ProviderError("unavailable", { cause: error, unanswered: "timed_out" });
    case "too_long":
      throw new ProviderError("unreadable", { cause: error });
    default:
      throw new ProviderError("unavailable", { cause: error });
  }
}

type ResponseHeaders = Readonly<Record<string, unknown>>;

function requireOk(status: number, headers: ResponseHeaders): void {
  if (status !== 200) throw statusError(status, retryAfterMs(headers));
}

/** Returns the error for a status. Only 429 and 5xx are temporary failures. */
export function statusError(status: number, retryAfterMs?: number): ProviderError {
  const failure = status === 429 || status >= 500 ? "unavailable" : "refused";
  return new ProviderError(failure, { status, retryAfterMs });
}

/**
 * Reads Retry-After in seconds or as a date (RFC 9110, section 10.2.3). OpenAI also sends it in
 * milliseconds, in another header.
 */
function retryAfterMs(headers: ResponseHeaders): number | undefined {
  const { "retry-after-ms": ms, "retry-after": header } = headers;
  if (typeof ms === "string" && /^\d{1,12}$/.test(ms)) return Number(ms);
  if (typeof header !== "string") return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const left = /^[A-Z][a-z]{2}, .* GMT$/.test(header)
    ? Date.parse(header) - Date.now()
    : Number.NaN;
  return Number.isNaN(left) ? undefined : Math.max(0, left);
}
