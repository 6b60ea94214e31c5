import { within } from "@veil/http-kit";
import { type Dispatcher, errors, Pool, ProxyAgent } from "undici";
import { ProviderError } from "../ports.ts";

export interface ProviderHttpOptions {
  readonly baseUrl: string;
  /** Of one call, from its first byte out to the last byte in. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly connections: number;
  /** The way out of the cluster; without it the provider is called directly. */
  readonly proxyUrl?: string;
}

interface Post {
  /** After the base URL. */
  readonly path: string;
  /** Everything that is sent beside what HTTP itself needs. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly timeoutMs: number;
}

export interface ProviderHttp {
  /** One request. @returns the JSON answer. @throws ProviderError and nothing else. */
  post(post: Post): Promise<unknown>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const DISCARDED_BYTES = 64 * 1024;

/** What both wire formats share: a keep-alive pool to one host, and one reading of how a call can fail. */
export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const { origin, pathname } = new URL(options.baseUrl);
  // Both conventions are in use: with the version in the base URL, and without.
  const prefix = pathname.replace(/\/*$/, "").replace(/\/v1$/, "");
  const dispatcher = createDispatcher(origin, options);

  async function send(post: Post, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { path, headers } = post;
    const request = {
      origin,
      path: prefix + path,
      method: "POST",
      headers: { "content-type": "application/json", "accept-encoding": "identity", ...headers },
      body: bodyText(post.body),
      signal,
    } satisfies Dispatcher.RequestOptions & { origin: string };
    try {
      return await dispatcher.request(request);
    } catch (cause) {
      throw new ProviderError(isOurFault(cause) ? "refused" : "unavailable", { cause });
    }
  }

  async function exchange(post: Post, signal: AbortSignal): Promise<unknown> {
    const { statusCode, headers, body } = await send(post, signal);
    if (statusCode !== 200) {
      body.dump({ limit: DISCARDED_BYTES }).catch(() => undefined);
      throw statusError(statusCode, headers["retry-after"]);
    }
    return parsed(await whole(body));
  }

  return {
    post: (post) =>
      within(Math.max(1, Math.min(post.timeoutMs, options.timeoutMs)), (signal) =>
        exchange(post, signal),
      ),
    close: () => dispatcher.destroy(),
  };
}

function createDispatcher(origin: string, options: ProviderHttpOptions): Dispatcher {
  const { timeoutMs, maxResponseBytes, connections, proxyUrl } = options;
  const settings = {
    connections,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxResponseBytes,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  };
  return proxyUrl === undefined
    ? new Pool(origin, settings)
    : new ProxyAgent({ ...settings, uri: proxyUrl });
}

/** A body that cannot be written, e.g. for its length, will not be written at another attempt either. */
function bodyText(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new ProviderError("refused", { cause });
  }
}

/** A body that did not come to its end is no answer; one beyond the limit would be as long the next time. */
async function whole(body: Dispatcher.ResponseData["body"]): Promise<string> {
  try {
    return await body.text();
  } catch (cause) {
    const tooLong = cause instanceof errors.ResponseExceededMaxSizeError;
    throw new ProviderError(tooLong ? "unreadable" : "unavailable", { cause });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProviderError("unreadable", { cause });
  }
}

/** undici found the request itself unfit to be sent: no other attempt will be fitter. */
function isOurFault(error: unknown): boolean {
  return error instanceof errors.InvalidArgumentError;
}

function statusError(status: number, retryAfter: unknown): ProviderError {
  if (status !== 429 && status < 500) return new ProviderError("refused");
  return new ProviderError("unavailable", { retryAfterMs: retryAfterMs(retryAfter) });
}

/** Seconds or a date. Source: RFC 9110, section 10.2.3. */
function retryAfterMs(header: unknown): number | undefined {
  if (typeof header !== "string") return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const ms = /^[A-Z][a-z]{2}, .* GMT$/.test(header) ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
