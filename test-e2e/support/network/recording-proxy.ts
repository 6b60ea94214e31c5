import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";

interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A proxy between two services that records requests, including their credentials. */
export interface RecordingProxy {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  close(): void;
}

export async function startRecordingProxy(targetUrl: () => string): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = [];
  const server = createServer((req, res) => {
    forward(req, res).catch(() => res.destroy());
  });

  async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method, headers, url: path = "" } = req;
    const body = await buffer(req);
    requests.push({ path, headers, body: body.toString() });
    const forwarded = request(targetUrl() + path, { method, headers });
    forwarded.end(body);
    const [answer] = (await once(forwarded, "response")) as [IncomingMessage];
    res.writeHead(answer.statusCode ?? 500, { "content-type": "application/json" });
    res.end(await text(answer));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
