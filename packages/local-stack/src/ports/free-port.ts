import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/**
 * Below the range of ephemeral ports (Linux 32768, IANA 49152), so that no connection lands on a port between the
 * search and its use; and apart from the blocks of `PortBlock`.
 */
const LOWEST = 20_000;
const HIGHEST = 22_000;
const TRIES = 50;

/** Another process may get the same one. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFreePort(port)) return port;
  }
  throw new Error(`No free port of 127.0.0.1 from ${LOWEST} to ${HIGHEST}`);
}

export async function isFreePort(port: number): Promise<boolean> {
  const server = await listenOn(port);
  server?.close();
  return server !== undefined;
}

export async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  } catch {
    return undefined;
  }
}
