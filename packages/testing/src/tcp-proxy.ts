import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A road to a server that can be cut: for what happens when a process or a network dies. */
export interface TcpProxy {
  readonly port: number;
  /** Destroys every connection and refuses new ones, as a dead process does. */
  cut(): Promise<void>;
  /** Lets connections through again, to another port when one is given. */
  mend(targetPort?: number): Promise<void>;
}

export async function createTcpProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let targetPort = target.port;
  let server = await listen(0);

  async function listen(port: number) {
    const listening = createServer({ noDelay: true }, join);
    listening.listen(port, "127.0.0.1");
    await once(listening, "listening");
    return listening;
  }

  function join(client: Socket): void {
    const upstream = connect({ host: target.host, port: targetPort, noDelay: true });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }

  const { port } = server.address() as AddressInfo;
  return {
    port,
    async cut() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
    },
    async mend(newTargetPort = targetPort) {
      targetPort = newTargetPort;
      if (!server.listening) server = await listen(port);
    },
  };
}
