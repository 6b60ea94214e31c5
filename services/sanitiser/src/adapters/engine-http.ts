import { createHttpClient } from "@veil/http-kit";

interface EngineHttpOptions {
  readonly baseUrl: string;
  /** Calls at the same time; more wait. */
  readonly connections: number;
  readonly maxResponseBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Every connection goes through it (CONNECT). */
  readonly proxyUrl?: string;
}

/** Calls an engine outside of this process. */
export interface EngineHttp {
  /** The JSON answer to a JSON body. @throws Error on any other answer than 200 with JSON, and when aborted */
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const utf8 = new TextDecoder();

/** Redirects are not followed: text goes where the operator said, or nowhere. */
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
      if (status !== 200) throw new Error(`An engine answered ${status}`);
      return JSON.parse(utf8.decode(bytes));
    },
    close: () => http.close(),
  };
}
