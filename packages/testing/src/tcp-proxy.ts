import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A road to a server that can be cut: for what happens when a process or a network dies. */
export interface TcpProxy {
  readonly port: number;
  /** Destroys every connection and refuses new ones, as a dead process does. */
  cut(): Promise<void>;
  /** Refuses new connections and waits until the server has ended the others. */
  drain(): Promise<void>;
  /** Lets nothing through any more, in either direction, on connections that stay open: a peer that hangs. */
  hold(): void;
  /** Lets nothing through any more that the server says; what clients say still gets there. */
  holdAnswers(): void;
  /** Says something to every client in the server's name. */
  tellClients(bytes: Buffer): void;
  /** Lets connections through again, to another port when one is given. */
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
        // What is on its way to the other side still gets there; what comes from it is of no use now.
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
    tellClients(bytes) {
      for (const client of clients) client.write(bytes);
    },
    async mend(newTargetPort = targetPort) {
      targetPort = newTargetPort;
      if (!server.listening) server = await listen(port);
    },
  };
}
