import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddCheckpoint, WitnessResponse } from "./add-checkpoint.ts";

const PATH = "/add-checkpoint";
const MAX_BODY_BYTES = 65_536;
const REQUEST_TIMEOUT_MS = 10_000;

interface ServerDeps {
  readonly addCheckpoint: AddCheckpoint;
  /**
   * Is called for each refused checkpoint that the log has signed, because it may prove that the
   * log misbehaved.
   */
  readonly onRefused: (response: WitnessResponse, body: Uint8Array) => void;
  readonly onFailed: (error: unknown) => void;
}

/**
 * Creates an HTTP server for C2SP tlog-witness. It does not authenticate callers, because the
 * witness checks the log's signature.
 */
export function createWitnessServer({ addCheckpoint, onRefused, onFailed }: ServerDeps): Server {
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url !== PATH) return send(res, 404, "There is only /add-checkpoint\n");
    if (req.method !== "POST") return send(res.setHeader("allow", "POST"), 405, "Use POST\n");
    const body = await readBody(req);
    if (body === undefined) {
      send(res.setHeader("connection", "close"), 400, "The body is too large\n");
      return;
    }
    const response = await addCheckpoint(body);
    if (response.status === 409 || response.status === 422) onRefused(response, body);
    send(res, response.status, response.body, response.type);
  }

  return createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (req, res) => {
    answer(req, res).catch((error: unknown) => {
      onFailed(error);
      if (!res.headersSent) send(res, 500, "The witness could not answer\n");
    });
  });
}

async function readBody(req: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function send(
  res: ServerResponse,
  status: number,
  body: string,
  type = "text/plain; charset=utf-8",
): void {
  res.writeHead(status, { "content-type": type }).end(body);
}
