import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body. A string is sent unchanged, and anything else as JSON. */
  readonly body?: unknown;
}

export interface FakeGateway {
  readonly url: string;
  readonly requests: readonly Recorded[];
  close(): Promise<void>;
}

/**
 * Starts an HTTP server that responds with the result of `answer`, or does not respond if the
 * result is undefined.
 */
export async function startFakeGateway(
  answer: (request: Recorded, count: number) => FakeAnswer | undefined,
): Promise<FakeGateway> {
  const requests: Recorded[] = [];
  const server = createServer(async (req, res) => {
    const sent = await text(req);
    const { method = "", url = "", headers } = req;
    const request = {
      method,
      path: url,
      headers,
      body: sent === "" ? undefined : JSON.parse(sent),
    };
    requests.push(request);
    const reply = answer(request, requests.length);
    if (reply === undefined) return;
    const { status = 200, headers: more, body } = reply;
    res.writeHead(status, { "content-type": "application/json", ...more });
    res.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
