import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the range that systems take for outgoing connections (Linux 32768, IANA 49152), so that no
 * connection lands on a port between the search and its use.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 50;

/** A port of 127.0.0.1 that nobody listens on. @throws Error when there is none to be found. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFreePort(port)) return port;
  }
  throw new Error(`No free port of 127.0.0.1 from ${LOWEST} to ${HIGHEST}`);
}

/** Several different free ports. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Whether a server could listen on that port of 127.0.0.1 now. */
export async function isFreePort(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
