import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

export interface Tunnel {
  readonly url: string;
  /** The `host:port` of each CONNECT request. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a proxy that connects every tunnel to one port of this host, whichever host was requested.
 */
export async function startTunnel(targetPort: number): Promise<Tunnel> {
  const asked: string[] = [];
  const open = new Set<Duplex>();
  const proxy = createServer().on("connect", (req, socket: Duplex) => {
    asked.push(req.url ?? "");
    const upstream = connect(targetPort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    const close = () => {
      upstream.destroy();
      socket.destroy();
    };
    for (const end of [upstream, socket]) open.add(end.on("error", close));
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    asked,
    async close() {
      for (const socket of open) socket.destroy();
      proxy.close();
    },
  };
}
