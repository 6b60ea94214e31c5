import { type Dispatcher, Pool, ProxyAgent } from "undici";

interface EngineHttpOptions {
  readonly baseUrl: string;
  /** Calls at the same time; more wait. */
  readonly connections: number;
  readonly maxResponseBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Every connection goes through it (CONNECT). */
  readonly proxyUrl?: string;
}

/** The road to an engine outside this process. */
export interface EngineHttp {
  /** The JSON answer to a JSON body. @throws Error on any other answer than 200 with JSON, and when aborted */
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const DISCARDED_BYTES = 64 * 1024;

/** A keep-alive pool to one host. Redirects are not followed: text goes where the operator said, or nowhere. */
export function createEngineHttp(options: EngineHttpOptions): EngineHttp {
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/*$/, "");
  const dispatcher = createDispatcher(origin, options);
  const headers = {
    "content-type": "application/json",
    "accept-encoding": "identity",
    ...options.headers,
  };
  return {
    async post(path, json, signal) {
      const { statusCode, body } = await dispatcher.request({
        origin,
        path: prefix + path,
        method: "POST",
        headers,
        body: JSON.stringify(json),
        signal,
      });
      if (statusCode === 200) return body.json();
      body.dump({ limit: DISCARDED_BYTES }).catch(() => undefined);
      throw new Error(`An engine answered ${statusCode}`);
    },
    close: () => dispatcher.destroy(),
  };
}

function createDispatcher(origin: string, options: EngineHttpOptions): Dispatcher {
  const { connections, maxResponseBytes, proxyUrl } = options;
  const settings = {
    connections,
    pipelining: 1,
    maxResponseSize: maxResponseBytes,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  };
  return proxyUrl === undefined
    ? new Pool(origin, settings)
    : new ProxyAgent({ ...settings, uri: proxyUrl });
}
