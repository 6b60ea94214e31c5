import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import WebSocket, { WebSocketServer } from "ws";

interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/**
 * A proxy between two services that records requests, including their credentials. Of a call
 * connection, it records the request that opens it, and each message of the caller.
 */
export interface RecordingProxy {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  close(): void;
}

export async function startRecordingProxy(targetUrl: () => string): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = [];
  const upgraded = new Set<Duplex>();
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

  server.on("upgrade", (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { headers, url: path = "" } = req;
    requests.push({ path, headers, body: "" });
    const record = (body: string) => void requests.push({ path, headers: {}, body });
    forwardMessages({ req, socket, head }, targetUrl() + path, record);
    upgraded.add(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      for (const socket of upgraded) socket.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Upgrade {
  readonly req: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Opens the same connection to the callee, and forwards the messages in both directions. */
function forwardMessages(
  { req, socket, head }: Upgrade,
  target: string,
  record: (message: string) => void,
): void {
  const { authorization = "", "sec-websocket-protocol": protocol = "" } = req.headers;
  const callee = new WebSocket(target, protocol, { headers: { authorization } });
  const handleProtocols = () => protocol;
  const caller = new Promise<WebSocket>((resolve) => {
    callee.once("open", () =>
      new WebSocketServer({ noServer: true, handleProtocols }).handleUpgrade(
        ...([req, socket, head, resolve] as const),
      ),
    );
  });
  callee.on("message", async (data) => (await caller).send(data));
  callee.on("error", () => socket.destroy()).once("close", () => socket.destroy());
  void caller.then((ws) => {
    ws.on("message", (data) => {
      record(data.toString());
      callee.send(data);
    });
    ws.once("close", () => callee.terminate());
  });
}
