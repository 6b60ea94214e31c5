import { type buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from "undici";
import { NotConnectedError } from "./tls-connector.ts";
import { withTimeout } from "./with-timeout.ts";

/**
 * Why a call failed. `unsendable`: the request is invalid, so a retry cannot help. `not_sent`: the
 * server received nothing. `interrupted`: the connection broke after sending, or the call was
 * aborted. `malformed`: the response is not HTTP.
 */
export type HttpFailure =
  | "unsendable"
  | "not_sent"
  | "interrupted"
  | "timeout"
  | "malformed"
  | "too_long";

export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly failure: HttpFailure;

  constructor(failure: HttpFailure, { cause }: { cause?: unknown } = {}) {
    super(`HTTP call: ${failure}`, { cause });
    this.failure = failure;
  }
}

interface HttpRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface WholeResponse extends ResponseHead {
  readonly bytes: Uint8Array;
}

/**
 * A response whose body is read chunk by chunk. Stopping before the last chunk closes the
 * connection.
 */
export interface StreamedResponse extends ResponseHead {
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A client that never retries a request and follows no redirects. */
export interface HttpClient {
  /**
   * Returns the whole response. `silenceMs` limits the time until the headers arrive, and between
   * two chunks.
   * @throws HttpError
   */
  exchange(request: HttpRequest, timeoutMs?: number, silenceMs?: number): Promise<WholeResponse>;
  /**
   * Returns the response as a stream. `timeoutMs` limits the time until the headers arrive, and
   * between two chunks.
   * @throws HttpError, both from this call and while reading the chunks
   */
  stream(request: HttpRequest, timeoutMs: number): Promise<StreamedResponse>;
  drain(): Promise<void>;
  close(): Promise<void>;
}

interface HttpClientOptions {
  readonly baseUrl: string;
  readonly connections: number;
  readonly connectTimeoutMs: number;
  readonly connector?: buildConnector.connector | undefined;
  /** The URL of a proxy, to which the client connects with CONNECT. */
  readonly proxyUrl?: string | undefined;
  readonly maxResponseBytes?: number | undefined;
  /**
   * Error statuses whose body the client reads. It always reads the body of a successful response.
   */
  readonly readStatuses?: readonly number[];
}

const KEEP_ALIVE_MS = 30_000;
/** An unused body is read up to this size, so that the connection stays usable. */
const DISCARDED_BYTES = 64 * 1024;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/+$/, "");
  const dispatcher = createDispatcher(origin, options);
  const { readStatuses = [] } = options;

  async function send(request: HttpRequest, signal: AbortSignal | undefined, timeoutMs = 0) {
    const { path, headers, body } = request;
    const answer = await dispatcher.request({
      origin,
      path: prefix + path,
      method: body === undefined ? "GET" : "POST",
      headers,
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    } satisfies Dispatcher.RequestOptions & { origin: string });
    const isUsed = hasUsedBody(answer.statusCode) || readStatuses.includes(answer.statusCode);
    // Not awaited, because undici closes the connection itself if it cannot read the rest.
    if (!isUsed) answer.body.dump({ limit: DISCARDED_BYTES }).catch(() => undefined);
    const head: ResponseHead = { status: answer.statusCode, headers: answer.headers };
    return { head, body: isUsed ? answer.body : undefined };
  }

  return {
    async exchange(request, timeoutMs, silenceMs) {
      const work = async (signal: AbortSignal | undefined): Promise<WholeResponse> => {
        const { head, body } = await send(request, signal, silenceMs);
        return { ...head, bytes: (await body?.bytes()) ?? new Uint8Array() };
      };
      const { signal } = request;
      const answer = timeoutMs === undefined ? work(signal) : withTimeout(timeoutMs, work, signal);
      return await answer.catch(rethrow);
    },
    async stream(request, timeoutMs) {
      const { head, body } = await send(request, request.signal, timeoutMs).catch(rethrow);
      return { ...head, chunks: body === undefined ? noChunks() : chunksOf(body) };
    },
    drain: () => dispatcher.close(),
    close: () => dispatcher.destroy(),
  };
}

function hasUsedBody(status: number): boolean {
  return status >= 200 && status < 300 && status !== 204;
}

function createDispatcher(origin: string, options: HttpClientOptions): Dispatcher {
  const { connections, connectTimeoutMs, connector, proxyUrl, maxResponseBytes } = options;
  const settings = {
    connections,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect: connector ?? { timeout: connectTimeoutMs },
    ...(maxResponseBytes !== undefined && { maxResponseSize: maxResponseBytes }),
  };
  return proxyUrl === undefined
    ? new Pool(origin, settings)
    : new ProxyAgent({ ...settings, uri: proxyUrl });
}

async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    rethrow(cause);
  }
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

function rethrow(cause: unknown): never {
  throw new HttpError(failureOf(cause), { cause });
}

const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
const TIMED_OUT = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);

function failureOf(error: unknown): HttpFailure {
  if (error instanceof errors.InvalidArgumentError) return "unsendable";
  if (error instanceof errors.ConnectTimeoutError || error instanceof NotConnectedError)
    return "not_sent";
  if (error instanceof errors.HTTPParserError) return "malformed";
  if (error instanceof errors.ResponseExceededMaxSizeError) return "too_long";
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === "string" && NOT_SENT.has(code)) return "not_sent";
  if (typeof code === "string" && TIMED_OUT.has(code)) return "timeout";
  return name === "TimeoutError" ? "timeout" : "interrupted";
}
