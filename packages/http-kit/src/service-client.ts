import type { ServiceName } from "@veil/crypto";
import { type Dispatcher, errors, Pool } from "undici";
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

interface CallOptions<T> {
  readonly path: string;
  readonly timeoutMs: number;
  /** Absent: GET. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Checks the answer; whatever it throws makes the call `malformed`. */
  readonly parse: (body: unknown) => T;
  /** Present another service's credential: for the isolation probe. */
  readonly token?: string;
}

export interface ServiceClient {
  /** @throws ServiceCallError for every way in which the call can fail. */
  call<T>(options: CallOptions<T>): Promise<T>;
  close(): Promise<void>;
}

interface ClientOptions {
  readonly baseUrl: string;
  readonly callee: ServiceName;
  readonly issuer: TokenIssuer;
  readonly connections?: number;
}

/** A keep-alive pool to one service, with this service's token on every call. */
export function createServiceClient(options: ClientOptions): ServiceClient {
  const { baseUrl, callee, issuer, connections = 128 } = options;
  const pool = new Pool(baseUrl, {
    connections,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    connect: { timeout: 2_000 },
    // Each call has a time-out of its own, which may be longer than undici's.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function send(options: CallOptions<unknown>, signal: AbortSignal) {
    const { path, body, headers, token } = options;
    const { statusCode, body: answer } = await pool.request({
      path,
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...headers,
        ...(body !== undefined && { "content-type": "application/json" }),
        authorization: `Bearer ${token ?? (await issuer.tokenFor(callee))}`,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    } satisfies Dispatcher.RequestOptions);
    return { status: statusCode, text: await answer.text() };
  }

  return {
    async call(callOptions) {
      const { status, text } = await within(callOptions.timeoutMs, (signal) =>
        send(callOptions, signal),
      ).catch((cause: unknown) => {
        throw new ServiceCallError(failureOf(cause), callee, { cause });
      });
      if (status >= 300) throw new ServiceCallError("refused", callee, { status });
      try {
        return callOptions.parse(text === "" ? undefined : JSON.parse(text));
      } catch (cause) {
        throw new ServiceCallError("malformed", callee, { cause });
      }
    },
    close: () => pool.destroy(),
  };
}

const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

function failureOf(error: unknown): ServiceCallFailure {
  if (error instanceof errors.ConnectTimeoutError) return "not_sent";
  if (error instanceof errors.HTTPParserError) return "malformed";
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === "string" && NOT_SENT.has(code)) return "not_sent";
  return name === "TimeoutError" ? "timeout" : "interrupted";
}
