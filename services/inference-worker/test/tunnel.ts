import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

/** A proxy that connects every tunnel to one port of this host, whatever host was asked for. */
export async function startTunnel(targetPort: number) {
  const asked: string[] = [];
  const open = new Set<Duplex>();
  const proxy = createServer().on("connect", (req, socket: Duplex) => {
    asked.push(req.url ?? "");
    const upstream = connect(targetPort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    open.add(upstream).add(socket);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** `host:port`. */
    asked,
    close() {
      for (const socket of open) socket.destroy();
      proxy.close();
    },
  };
}
