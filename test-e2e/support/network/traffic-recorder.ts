import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TrafficRecorder {
  readonly port: number;
  recorded(): Buffer;
  close(): void;
}

export async function recordTraffic(targetPort: number): Promise<TrafficRecorder> {
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
    recorded: () => Buffer.concat(chunks),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
