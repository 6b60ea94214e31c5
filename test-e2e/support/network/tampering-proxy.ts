import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Receives the path and the JSON of a body. Returns the body to forward. */
type Tamper = (path: string, body: string) => string;

interface Tampering {
  readonly request?: Tamper;
  readonly answer?: Tamper;
}

/** A proxy between two services that changes requests and responses. */
export interface TamperingProxy {
  readonly url: string;
  /** Sets the changes for all later requests. */
  tamper(how: Tampering): void;
  close(): void;
}

export async function startTamperingProxy(targetUrl: () => string): Promise<TamperingProxy> {
  let how: Tampering = {};
  const server = createServer((req, res) => {
    // Without call connections, the proxy sees all calls.
    if (req.url === "/calls") return void res.writeHead(404).end();
    forward(req, res).catch(() => res.destroy());
  });

  async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method, headers, url: path = "" } = req;
    const given = (await buffer(req)).toString();
    const body = Buffer.from(how.request?.(path, given) ?? given);
    const { "content-length": _, "transfer-encoding": __, ...kept } = headers;
    const forwarded = request(targetUrl() + path, {
      ...{ method, headers: { ...kept, "content-length": body.length } },
    });
    forwarded.end(body);
    const [answer] = (await once(forwarded, "response")) as [IncomingMessage];
    const text = (await buffer(answer)).toString();
    res.writeHead(answer.statusCode ?? 500, { "content-type": "application/json" });
    res.end(how.answer?.(path, text) ?? text);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tamper(next) {
      how = next;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
