import { createHttpClient, type HttpClient, HttpError } from "@veil/http-kit";
import { readEvents, type ServerSentEvent } from "@veil/llm-dialects";
import { ProviderError } from "../ports.ts";
import { jsonOf } from "./read-provider-data.ts";

export interface ProviderHttpOptions {
  readonly baseUrl: string;
  /** Of one call, from the first byte sent to the last byte received; of a stream, of each pause. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly connections: number;
  /** The egress proxy; without it the provider is called directly. */
  readonly proxyUrl?: string;
}

interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ProviderHttp {
  post(post: Post): Promise<unknown>;
  /** @throws ProviderError and nothing else */
  stream(post: Post): AsyncGenerator<ServerSentEvent>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const utf8 = new TextDecoder();

/** Shared by both wire formats: a keep-alive pool to one host, and the mapping of failures. */
export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const { connections, maxResponseBytes, proxyUrl } = options;
  // Base URLs come with and without the version.
  const baseUrl = options.baseUrl.replace(/\/*$/, "").replace(/\/v1$/, "");
  const limits = { connections, maxResponseBytes, connectTimeoutMs: CONNECT_TIMEOUT_MS };
  const http = createHttpClient({ baseUrl, proxyUrl, ...limits });
  return {
    post: (post) => whole(http, post, Math.max(1, Math.min(post.timeoutMs, options.timeoutMs))),
    stream: (post) => streamed(http, post, options.timeoutMs),
    close: () => http.close(),
  };
}

async function whole(http: HttpClient, post: Post, timeoutMs: number): Promise<unknown> {
  const { status, headers, bytes } = await http
    .exchange(requestOf(post, "application/json"), timeoutMs)
    .catch(rethrow);
  requireOk(status, headers["retry-after"]);
  return jsonOf(utf8.decode(bytes));
}

async function* streamed(
  http: HttpClient,
  post: Post,
  pauseMs: number,
): AsyncGenerator<ServerSentEvent> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), Math.max(1, post.timeoutMs));
  const signals = [deadline.signal, ...(post.signal === undefined ? [] : [post.signal])];
  const request = { ...requestOf(post, "text/event-stream"), signal: AbortSignal.any(signals) };
  try {
    const { status, headers, chunks } = await http.stream(request, pauseMs);
    requireOk(status, headers["retry-after"]);
    yield* readEvents(chunks);
  } catch (error) {
    rethrow(error);
  } finally {
    clearTimeout(timer);
  }
}

function requestOf({ path, headers, body, signal }: Post, accept: string) {
  return {
    path,
    headers: {
      "content-type": "application/json",
      "accept-encoding": "identity",
      ...(accept === "text/event-stream" && { accept }),
      ...headers,
    },
    body: bodyText(body),
    signal,
  };
}

/** A body that cannot be serialized, for example for its length, fails at another attempt as well. */
function bodyText(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new ProviderError("refused", { cause });
  }
}

/** An incomplete body is no answer; one beyond the limit would be as long the next time. */
function rethrow(error: unknown): never {
  if (!(error instanceof HttpError)) throw error;
  const { failure } = error;
  switch (failure) {
    case "unsendable":
      throw new ProviderError("refused", { cause: error });
    case "too_long":
      throw new ProviderError("unreadable", { cause: error });
    default:
      throw new ProviderError("unavailable", { cause: error });
  }
}

function requireOk(status: number, retryAfter: unknown): void {
  if (status === 200) return;
  if (status !== 429 && status < 500) throw new ProviderError("refused");
  throw new ProviderError("unavailable", { retryAfterMs: retryAfterMs(retryAfter) });
}

/** Seconds or a date. Source: RFC 9110, section 10.2.3. */
function retryAfterMs(header: unknown): number | undefined {
  if (typeof header !== "string") return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const ms = /^[A-Z][a-z]{2}, .* GMT$/.test(header) ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
