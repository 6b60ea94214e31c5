import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** An OpenAI-compatible endpoint for the LLM shield. */
export interface ShieldEndpoint {
  readonly url: string;
  readonly received: readonly string[];
  close(): void;
}

export async function startShieldEndpoint(
  respond: (res: ServerResponse) => void,
): Promise<ShieldEndpoint> {
  const received: string[] = [];
  const server = createServer(async (req, res) => {
    received.push(await text(req));
    respond(res);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function found(words: readonly string[]): (res: ServerResponse) => void {
  const spans = words.map((word) => ({ text: word, type: "USERNAME", occurrence: null }));
  const message = { role: "assistant", content: JSON.stringify({ spans }) };
  const completion = { choices: [{ index: 0, message, finish_reason: "stop" }] };
  return (res) => {
    res.setHeader("content-type", "application/json").end(JSON.stringify(completion));
  };
}
