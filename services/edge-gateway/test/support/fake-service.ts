import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";

export interface FakeService {
  readonly url: string;
  readonly bodies: string[];
  readonly headers: IncomingMessage["headers"][];
  readonly sandbox: Sandbox;
  respondWith(next: Handle | undefined): void;
  close(): Promise<void>;
}

interface Sandbox {
  credential: string | undefined;
  readonly refused: Set<string>;
}

type Handle = (path: string, body: string, res: ServerResponse) => unknown;

/** Returns whether one of the gateway's tasks sent the request, and no test caused it. */
function isOfBackgroundTask(path: string | undefined, body: string): boolean {
  return path === "/checkpoint" || body.includes('"name":"masking_canary"');
}

export async function startFakeService(handle: Handle): Promise<FakeService> {
  const bodies: string[] = [];
  const headers: FakeService["headers"] = [];
  const sandbox: Sandbox = { credential: undefined, refused: new Set() };
  let respond = handle;
  const server = createServer(async (req: IncomingMessage, res) => {
    const body = await textOf(req);
    // Like a service without call connections, which gets all calls over HTTP.
    if (req.url === "/calls") return void res.writeHead(404).end();
    if (req.url === "/door") return void res.writeHead(isRefused(req) ? 403 : 204).end();
    if (req.url === "/credential") return lend(res);
    if (!isOfBackgroundTask(req.url, body)) {
      bodies.push(body);
      headers.push(req.headers);
    }
    return await respond(req.url ?? "", body, res);
  });

  const isRefused = ({ headers: { authorization = "" } }: IncomingMessage) =>
    sandbox.refused.has(authorization.replace(/^Bearer /, ""));

  function lend(res: ServerResponse): void {
    const { credential: token } = sandbox;
    if (token === undefined) res.writeHead(403).end("{}");
    else res.end(JSON.stringify({ token }));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    sandbox,
    respondWith(next) {
      respond = next ?? handle;
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
