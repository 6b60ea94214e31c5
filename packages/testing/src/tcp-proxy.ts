import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy that simulates failures of a process or a network. */
export interface TcpProxy {
  readonly port: number;
  /** Closes all connections and the port, as if the process had crashed. */
  cut(): Promise<void>;
  /** Refuses new connections, and waits until the existing ones are closed. */
  drain(): Promise<void>;
  /** Keeps connections open but forwards nothing, like a peer that hangs. */
  hold(): void;
  holdAnswers(): void;
  sendToClients(bytes: Buffer): void;
  mend(targetPort?: number): Promise<void>;
}

export async function createTcpProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let targetPort = target.port;
  let server = await listen(0);

  async function listen(port: number) {
    const listening = createServer({ noDelay: true }, join);
    listening.listen(port, "127.0.0.1");
    await once(listening, "listening");
    return listening;
  }

  function join(client: Socket): void {
    clients.add(client);
    client.on("close", () => clients.delete(client));
    const upstream = connect({ host: target.host, port: targetPort, noDelay: true });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", (hadError) => {
        sockets.delete(socket);
        if (hadError) other.destroy();
        // Data that was already received is still forwarded to the other peer.
        else other.end().resume();
      });
      socket.pipe(other);
    }
  }

  async function drain(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    await closed;
  }

  const { port } = server.address() as AddressInfo;
  return {
    port,
    async cut() {
      const drained = drain();
      for (const socket of sockets) socket.destroy();
      await drained;
    },
    drain,
    hold() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    holdAnswers() {
      for (const socket of sockets) if (!clients.has(socket)) socket.unpipe().pause();
    },
    sendToClients(bytes) {
      for (const client of clients) client.write(bytes);
    },
    async mend(newTargetPort = targetPort) {
      targetPort = newTargetPort;
      if (!server.listening) server = await listen(port);
    },
  };
}
