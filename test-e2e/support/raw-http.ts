import { connect } from "node:net";

export interface RawReply {
  readonly status: number;
  readonly head: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Writes `sent` to a connection of its own and reads one response, without waiting for anything else: for
 * requests that no HTTP client would send, or would not leave unfinished.
 */
export function sendRaw(url: string, ...sent: readonly (string | Uint8Array)[]): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = "";
    socket.setTimeout(10_000, () => socket.destroy(new Error(`No response; so far: ${received}`)));
    socket.on("data", (chunk) => {
      received += chunk.toString("utf8");
      const reply = parseReply(received);
      if (reply === undefined) return;
      socket.destroy();
      resolve(reply);
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`Closed without a response: ${received}`)));
    for (const part of sent) socket.write(part);
  });
}

/** The head of a request, with `Host` and the empty line. */
export function requestHead(line: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: "gateway", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

function parseReply(received: string): RawReply | undefined {
  const [head = "", ...rest] = received.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (rest.length === 0 || length === undefined || Buffer.byteLength(body) < Number(length))
    return undefined;
  return { status: Number(head.split(" ")[1]), head, body: body === "" ? {} : JSON.parse(body) };
}
