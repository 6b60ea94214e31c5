import { createHttpClient } from "@veil/service-kit/http";

interface EngineHttpOptions {
  readonly baseUrl: string;
  readonly connections: number;
  readonly maxResponseBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An HTTP proxy that all connections use through CONNECT. */
  readonly proxyUrl?: string;
}

export interface EngineHttp {
  /** @throws Error when aborted, or when the response is not a 200 with JSON */
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const utf8 = new TextDecoder();

/**
 * Creates an HTTP client for an engine. It follows no redirects, so text goes only to the
 * configured host.
 */
export function createEngineHttp({ headers, ...options }: EngineHttpOptions): EngineHttp {
  const http = createHttpClient({ ...options, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const sent = {
    "content-type": "application/json",
    "accept-encoding": "identity",
    ...headers,
  };
  return {
    async post(path, json, signal) {
      const body = JSON.stringify(json);
      const { status, bytes } = await http.exchange({ path, headers: sent, body, signal });
      if (status !== 200) throw new Error(`An engine responded with status ${status}`);
      return JSON.parse(utf8.decode(bytes));
    },
    close: () => http.close(),
  };
}
