import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A road on which somebody listens. */
export interface WireTap {
  readonly port: number;
  /** Everything that went either way so far. */
  heard(): Buffer;
  close(): void;
}

export async function tapWire(targetPort: number): Promise<WireTap> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, "127.0.0.1");
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from.on("error", () => to.destroy()));
      from.on("data", (chunk: Buffer) => void chunks.push(chunk));
      from.pipe(to);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => Buffer.concat(chunks),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
