import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";

/** What becomes of an answer on its way back: it is changed, or something else is answered. */
export type Spoil =
  | { readonly kind: "answer"; readonly change: (answer: unknown) => unknown }
  | { readonly kind: "raw"; readonly respond: (res: ServerResponse) => void };

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
  /** Undefined: answers pass as they are. */
  spoil(spoil: Spoil | undefined): void;
  /** From now on answers 204 to `path`, whoever asks. */
  open(path: string): void;
  close(): void;
}

export async function startBetween(targetUrl: () => string): Promise<Between> {
  let spoil: Spoil | undefined;
  const passed: Passed[] = [];
  const opened = new Set<string>();
  const server = createServer((req, res) => {
    passOn(req, res).catch(() => res.destroy());
  });

  async function passOn(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method, headers, url: path = "" } = req;
    const body = await buffer(req);
    passed.push({ path, headers, body: body.toString() });
    if (opened.has(path)) return void res.writeHead(204).end();
    if (spoil?.kind === "raw") return spoil.respond(res);
    const onward = request(targetUrl() + path, { method, headers });
    onward.end(body);
    const [answer] = (await once(onward, "response")) as [IncomingMessage];
    const said = await text(answer);
    res.writeHead(answer.statusCode ?? 500, { "content-type": "application/json" });
    res.end(spoil === undefined ? said : JSON.stringify(spoil.change(JSON.parse(said))));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    spoil: (next) => {
      spoil = next;
    },
    open: (path) => void opened.add(path),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
