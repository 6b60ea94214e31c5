import { parseJson } from "@veil/contracts/parsing";
import type { PrincipalName } from "@veil/crypto";
import { buildConnector } from "undici";
import type { ServiceTls } from "../../tls/index.ts";
import { type CallPool, type CallPoolSettings, createCallPool } from "../calls/call-pool.ts";
import {
  createHttpClient,
  type HttpClient,
  HttpError,
  type StreamedResponse,
  type WholeResponse,
} from "./http-client.ts";
import { createTlsConnector } from "./tls-connector.ts";
import type { TokenIssuer } from "./token-issuer.ts";

/**
 * Why a call failed. `not_sent`: the callee received nothing. `interrupted`: the connection broke
 * after sending. `refused`: the response has an error status. `malformed`: the response is not
 * HTTP, or `parse` rejected it.
 */
export type ServiceCallFailure = "not_sent" | "interrupted" | "timeout" | "refused" | "malformed";

export class ServiceCallError extends Error {
  override readonly name = "ServiceCallError";
  readonly failure: ServiceCallFailure;
  readonly status: number | undefined;

  constructor(
    failure: ServiceCallFailure,
    callee: string,
    { cause, status }: { cause?: unknown; status?: number } = {},
  ) {
    super(`Call to ${callee}: ${failure}`, { cause });
    this.failure = failure;
    this.status = status;
  }

  /**
   * Whether the callee has certainly not begun to process the request: it received nothing, or
   * refused the request first.
   */
  get isUndelivered(): boolean {
    const { failure, status = 500 } = this;
    return failure === "not_sent" || (failure === "refused" && (status < 500 || status === 503));
  }
}

interface RequestOptions {
  readonly path: string;
  readonly timeoutMs: number;
  /**
   * The longest time without a heartbeat, for callees that send them. After that, the call fails as
   * `timeout`.
   */
  readonly silenceMs?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A token to send in place of this service's own. Only the isolation probe uses it. */
  readonly token?: string;
  readonly signal?: AbortSignal;
}

interface CallOptions<T> extends RequestOptions {
  /** Parses the body. If it throws, the call fails as `malformed`. */
  readonly parse: (body: unknown) => T;
}

export interface ServiceClient {
  /** Makes a call, and returns the parsed response. @throws ServiceCallError */
  call<T>(options: CallOptions<T>): Promise<T>;
  /** Makes a call, and returns the unparsed response. @throws ServiceCallError */
  callForBytes(options: RequestOptions): Promise<Uint8Array>;
  /**
   * Returns the response as a stream. `timeoutMs` limits the time until the headers arrive, and
   * between two chunks.
   * @throws ServiceCallError, both from this call and while reading the chunks
   */
  stream(options: RequestOptions): Promise<StreamedResponse>;
  close(): Promise<void>;
}

interface ClientOptions {
  readonly baseUrl: string;
  readonly callee: PrincipalName;
  readonly issuer: TokenIssuer;
  readonly connections?: number;
  readonly tls?: ServiceTls | undefined;
  /** How to make calls over call connections. Absent if the service has no routes for them. */
  readonly calls?: CallPoolSettings;
}

const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Creates a client for one service.
 * @throws TypeError when the protocol of `baseUrl` does not match `tls`
 */
export function createServiceClient(clientOptions: ClientOptions): ServiceClient {
  const { callee, issuer } = clientOptions;
  const clients = openClients(clientOptions);

  function failed(cause: unknown): never {
    throw new ServiceCallError(failureOf(cause), callee, { cause });
  }

  async function requestOf(
    { path, body, headers, token, signal }: RequestOptions,
    text = body === undefined ? undefined : JSON.stringify(body),
  ) {
    return {
      path,
      headers: {
        ...headers,
        ...(text !== undefined && { "content-type": "application/json" }),
        authorization: `Bearer ${token ?? (await issuer.tokenFor(callee))}`,
      },
      ...(text !== undefined && { body: text }),
      signal,
    };
  }

  function requireSuccess(status: number): void {
    if (status >= 300) throw new ServiceCallError("refused", callee, { status });
  }

  async function exchange(options: RequestOptions): Promise<WholeResponse> {
    const { timeoutMs, silenceMs } = options;
    const { http, calls } = clients.current();
    if (options.body === undefined || options.token !== undefined || calls === undefined)
      return await http.exchange(await requestOf(options), timeoutMs, silenceMs);
    const startedAtMs = performance.now();
    const body = JSON.stringify(options.body);
    const answer = await calls.exchange({ headers: {}, ...options, body });
    if (answer !== undefined) return answer;
    const leftMs = Math.max(1, timeoutMs - (performance.now() - startedAtMs));
    return await http.exchange(await requestOf(options, body), leftMs, silenceMs);
  }

  async function stream(options: RequestOptions) {
    const request = await requestOf(options);
    return await clients.current().http.stream(request, options.timeoutMs);
  }

  async function callForBytes(options: RequestOptions): Promise<Uint8Array> {
    const { status, bytes } = await exchange(options).catch(failed);
    requireSuccess(status);
    return bytes;
  }

  return {
    callForBytes,
    async call({ parse, ...request }) {
      const bytes = await callForBytes(request);
      try {
        return parse(bytes.length === 0 ? undefined : parseJson(bytes));
      } catch (cause) {
        throw new ServiceCallError("malformed", callee, { cause });
      }
    },
    async stream(options) {
      const answer = await stream(options).catch(failed);
      requireSuccess(answer.status);
      return { ...answer, chunks: chunksOf(answer.chunks, failed) };
    },
    close: () => clients.close(),
  };
}

async function* chunksOf(
  chunks: AsyncIterable<Uint8Array>,
  failed: (cause: unknown) => never,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (cause) {
    failed(cause);
  }
}

interface Connections {
  readonly http: HttpClient;
  readonly calls: CallPool | undefined;
}

interface Clients {
  current(): Connections;
  close(): Promise<void>;
}

/**
 * Opens connection pools. When the certificate changes, it opens new pools; the old ones finish
 * their calls in flight, then close.
 */
function openClients(options: ClientOptions): Clients {
  const { baseUrl, callee, tls } = options;
  if (new URL(baseUrl).protocol !== (tls === undefined ? "http:" : "https:"))
    throw new TypeError(`The URL of ${callee} must be https: with certificates, http: without`);
  const leaving = new Set<Connections>();
  let current = openConnections(options);
  const stop = tls?.source.onChange(() => {
    const old = current;
    current = openConnections(options);
    leaving.add(old);
    void Promise.all([old.http.drain(), old.calls?.drain()]).finally(() => leaving.delete(old));
  });
  return {
    current: () => current,
    async close() {
      stop?.();
      const all = [current, ...leaving];
      for (const { calls } of all) calls?.close();
      await Promise.all(all.map(({ http }) => http.close()));
    },
  };
}

function openConnections({
  baseUrl,
  callee,
  issuer,
  connections = 128,
  tls,
  calls,
}: ClientOptions): Connections {
  const timeoutMs = CONNECT_TIMEOUT_MS;
  const connector = tls && createTlsConnector(tls, callee, timeoutMs);
  const http = createHttpClient({ baseUrl, connections, connectTimeoutMs: timeoutMs, connector });
  const address = {
    baseUrl,
    connector: connector ?? buildConnector({ timeout: timeoutMs }),
    timeoutMs,
  };
  const token = () => issuer.tokenFor(callee);
  return { http, calls: calls && createCallPool({ ...calls, address, token }) };
}

function failureOf(error: unknown): ServiceCallFailure {
  if (!(error instanceof HttpError)) return "interrupted";
  const { failure } = error;
  switch (failure) {
    case "unsendable":
    case "too_long":
      return "malformed";
    default:
      return failure;
  }
}
