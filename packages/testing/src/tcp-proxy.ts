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
  /**
   * Forwards nothing on existing and new connections, as if the network lost every packet. After
   * `mend` these connections continue.
   */
  partition(): void;
  sendToClients(bytes: Buffer): void;
  mend(targetPort?: number): Promise<void>;
}

export async function createTcpProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<TcpProxy> {
  const pairs = new Pairs();
  let targetPort = target.port;
  let server = await listen(0);

  async function listen(port: number) {
    const listening = createServer({ noDelay: true }, (client) => {
      pairs.add(client, connect({ host: target.host, port: targetPort, noDelay: true }));
    });
    listening.listen(port, "127.0.0.1");
    await once(listening, "listening");
    return listening;
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
      for (const socket of pairs.sockets()) socket.destroy();
      await drained;
    },
    drain,
    hold: () => stopForwarding(pairs.sockets()),
    holdAnswers: () => stopForwarding(pairs.upstreams()),
    partition: () => pairs.partition(),
    sendToClients(bytes) {
      for (const client of pairs.clients()) client.write(bytes);
    },
    async mend(newTargetPort = targetPort) {
      targetPort = newTargetPort;
      pairs.mend();
      if (!server.listening) server = await listen(port);
    },
  };
}

/** Clients, each with the connection that the proxy opened for it. */
class Pairs {
  readonly #upstreams = new Map<Socket, Socket>();
  #isPartitioned = false;

  add(client: Socket, upstream: Socket): void {
    this.#upstreams.set(client, upstream);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on("error", () => undefined);
      socket.on("close", (hadError) => {
        if (other.destroyed) this.#upstreams.delete(client);
        if (hadError) other.destroy();
        // Data that was already received is still forwarded to the other peer.
        else other.end().resume();
      });
    }
    if (!this.#isPartitioned) forward(client, upstream);
  }

  clients = () => [...this.#upstreams.keys()];
  upstreams = () => [...this.#upstreams.values()];
  sockets = () => [...this.#upstreams].flat();

  partition(): void {
    this.#isPartitioned = true;
    stopForwarding(this.sockets());
  }

  mend(): void {
    if (this.#isPartitioned)
      for (const [client, upstream] of this.#upstreams) forward(client, upstream);
    this.#isPartitioned = false;
  }
}

function forward(client: Socket, upstream: Socket): void {
  client.pipe(upstream);
  upstream.pipe(client);
}

function stopForwarding(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.unpipe().pause();
}
