import { once } from "node:events";
import { createServer, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface JsonServer {
  readonly url: string;
  readonly received: {
    readonly path: string;
    readonly body: string;
    readonly authorization: string | undefined;
  }[];
  close(): Promise<void>;
}

type Answer = (body: unknown, path: string) => unknown;

export async function serveJson(
  answer: Answer,
  status = 200,
  headers: OutgoingHttpHeaders = {},
): Promise<JsonServer> {
  const received: JsonServer["received"] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = req.url ?? "";
    received.push({ path, body, authorization: req.headers.authorization });
    const answered = answer(JSON.parse(body), path);
    if (answered === undefined) return;
    res.writeHead(status, { "content-type": "application/json", ...headers });
    res.end(typeof answered === "string" ? answered : JSON.stringify(answered));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
