import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A proxy in front of a service, which can fail or hold requests. */
export interface FaultProxy {
  readonly url: string;
  /** Responds with this status instead of the service. `undefined` forwards requests again. */
  answerWith(status: number | undefined): void;
  /** Holds new requests until `letGo`. */
  hold(): void;
  /**
   * Forwards the held requests, even if their callers are gone. Resolves when the service has
   * responded to all of them.
   */
  letGo(): Promise<void>;
  close(): void;
}

export async function startFaultProxy(targetUrl: () => string): Promise<FaultProxy> {
  let status: number | undefined;
  let isHolding = false;
  const held: (() => Promise<void>)[] = [];
  const server = createServer((req, res) => {
    // Without call connections, the proxy sees all calls.
    if (req.url === "/calls") return void res.writeHead(404).end();
    take(req, res).catch(() => void res.destroy());
  });

  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // The proxy reads the body at once, because the caller may be gone when `letGo` runs.
    const body = await buffer(req);
    const pass = () => passOn(targetUrl(), { req, body, res });
    if (status !== undefined) res.writeHead(status).end("{}");
    else if (isHolding) held.push(pass);
    else await pass();
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith(next) {
      status = next;
    },
    hold() {
      isHolding = true;
    },
    async letGo() {
      isHolding = false;
      await Promise.all(held.splice(0).map((pass) => pass()));
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Exchange {
  readonly req: IncomingMessage;
  readonly body: Buffer;
  readonly res: ServerResponse;
}

async function passOn(target: string, { req, body, res }: Exchange): Promise<void> {
  const { method, headers, url: path = "" } = req;
  const forwarded = request(target + path, { method, headers });
  forwarded.end(body);
  const [answer] = (await once(forwarded, "response")) as [IncomingMessage];
  const text = await buffer(answer);
  res.writeHead(answer.statusCode ?? 500, { "content-type": "application/json" }).end(text);
}
