import { parseJson } from "@veil/contracts/parsing";
import type { PrincipalName } from "@veil/crypto";
import type { ServiceTls } from "@veil/tls";
import { type Dispatcher, errors, Pool } from "undici";
import { createTlsConnector, NotConnectedError } from "./tls-connector.ts";
import type { TokenIssuer } from "./token-issuer.ts";
import { within } from "./within.ts";

/**
 * `not_sent`: no connection was made, so the other side saw nothing. `interrupted`: the connection broke
 * after sending. `refused`: an answer with an error status. `malformed`: an answer not as agreed.
 */
export type ServiceCallFailure = "not_sent" | "interrupted" | "timeout" | "refused" | "malformed";

export class ServiceCallError extends Error {
  override readonly name = "ServiceCallError";
  readonly failure: ServiceCallFailure;
  /** HTTP status of a `refused` call. */
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
}

interface RequestOptions {
  readonly path: string;
  readonly timeoutMs: number;
  /** Absent: GET. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Present another service's credential: for the isolation probe. */
  readonly token?: string;
}

interface CallOptions<T> extends RequestOptions {
  /** Checks the answer; whatever it throws makes the call `malformed`. */
  readonly parse: (body: unknown) => T;
}

export interface ServiceClient {
  /** @throws ServiceCallError for every way in which the call can fail. */
  call<T>(options: CallOptions<T>): Promise<T>;
  /** The answer as it came, for who parses it elsewhere. @throws ServiceCallError as `call` does */
  callForBytes(options: RequestOptions): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface ClientOptions {
  readonly baseUrl: string;
  readonly callee: PrincipalName;
  readonly issuer: TokenIssuer;
  readonly connections?: number;
  /** With it `baseUrl` is one of `https:`, and the other side must have the certificate of `callee`. */
  readonly tls?: ServiceTls | undefined;
}

const CONNECT_TIMEOUT_MS = 2_000;

/**
 * A keep-alive pool to one service, with this service's token on every call.
 *
 * @throws TypeError when `baseUrl` is not of the protocol that `tls` asks for.
 */
export function createServiceClient(options: ClientOptions): ServiceClient {
  const { callee, issuer } = options;
  const pools = openPools(options);

  async function send(options: RequestOptions, signal: AbortSignal) {
    const { path, body, headers } = options;
    const token = options.token ?? (await issuer.tokenFor(callee));
    const { statusCode, body: answer } = await pools.current().request({
      path,
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...headers,
        ...(body !== undefined && { "content-type": "application/json" }),
        authorization: `Bearer ${token}`,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    } satisfies Dispatcher.RequestOptions);
    return { status: statusCode, bytes: new Uint8Array(await answer.arrayBuffer()) };
  }

  async function callForBytes(requestOptions: RequestOptions): Promise<Uint8Array> {
    const { status, bytes } = await within(requestOptions.timeoutMs, (signal) =>
      send(requestOptions, signal),
    ).catch((cause: unknown) => {
      throw new ServiceCallError(failureOf(cause), callee, { cause });
    });
    if (status >= 300) throw new ServiceCallError("refused", callee, { status });
    return bytes;
  }

  return {
    callForBytes,
    async call({ parse, ...requestOptions }) {
      const bytes = await callForBytes(requestOptions);
      try {
        return parse(bytes.length === 0 ? undefined : parseJson(bytes));
      } catch (cause) {
        throw new ServiceCallError("malformed", callee, { cause });
      }
    },
    close: () => pools.close(),
  };
}

interface Pools {
  current(): Pool;
  close(): Promise<void>;
}

/** A new certificate begins a new pool; the old one answers what it has in hand, then closes. */
function openPools({ baseUrl, callee, connections = 128, tls }: ClientOptions): Pools {
  if (new URL(baseUrl).protocol !== (tls === undefined ? "http:" : "https:"))
    throw new TypeError(`The URL of ${callee} must be https: with certificates, http: without`);
  const leaving = new Set<Pool>();
  const open = () =>
    new Pool(baseUrl, {
      connections,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      connect:
        tls === undefined
          ? { timeout: CONNECT_TIMEOUT_MS }
          : createTlsConnector(tls, callee, CONNECT_TIMEOUT_MS),
      // Each call has a time-out of its own, which may be longer than undici's.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  let current = open();
  const stop = tls?.source.onChange(() => {
    const old = current;
    current = open();
    leaving.add(old);
    void old.close().finally(() => leaving.delete(old));
  });
  return {
    current: () => current,
    async close() {
      stop?.();
      await Promise.all([current, ...leaving].map((pool) => pool.destroy()));
    },
  };
}

const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

function failureOf(error: unknown): ServiceCallFailure {
  if (error instanceof errors.ConnectTimeoutError || error instanceof NotConnectedError)
    return "not_sent";
  if (error instanceof errors.HTTPParserError) return "malformed";
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === "string" && NOT_SENT.has(code)) return "not_sent";
  return name === "TimeoutError" ? "timeout" : "interrupted";
}
