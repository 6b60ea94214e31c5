import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";

interface Passed {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Stands between two services and passes everything on, credentials too. */
export interface Between {
  readonly url: string;
  /** Every request so far. */
  readonly passed: readonly Passed[];
  close(): void;
}

export async function startBetween(targetUrl: () => string): Promise<Between> {
  const passed: Passed[] = [];
  const server = createServer((req, res) => {
    passOn(req, res).catch(() => res.destroy());
  });

  async function passOn(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method, headers, url: path = "" } = req;
    const body = await buffer(req);
    passed.push({ path, headers, body: body.toString() });
    const onward = request(targetUrl() + path, { method, headers });
    onward.end(body);
    const [answer] = (await once(onward, "response")) as [IncomingMessage];
    res.writeHead(answer.statusCode ?? 500, { "content-type": "application/json" });
    res.end(await text(answer));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
