import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "@veil/telemetry";
import type { Express } from "express";

export interface Listener {
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets requests in flight end within `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

interface Address {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/** Serves `app`. Node sets TCP_NODELAY on accepted sockets, so no answer waits 40 ms for an ACK. */
export async function listen(app: Express, { host, port }: Address): Promise<Listener> {
  const server = createServer({ keepAliveTimeout: 65_000, headersTimeout: 66_000 }, app);
  server.listen(port, host);
  await once(server, "listening");
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    port: bound,
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

interface ServeOptions {
  readonly log: Logger;
  readonly app: Express;
  readonly address: Address;
  readonly opsApp: Express;
  readonly opsAddress: Address;
  readonly graceMs: number;
  /** Called first on a signal: stop taking new work from queues. */
  readonly beforeClose?: () => Promise<void>;
  /** Called last: flush and close connections. */
  readonly afterClose?: () => Promise<void>;
}

/** Serves until SIGTERM or SIGINT, then ends in order; the caller's `main` returns and the process exits 0. */
export async function serveUntilSignal(options: ServeOptions): Promise<void> {
  const { log, app, address, opsApp, opsAddress, graceMs, beforeClose, afterClose } = options;
  const ops = await listen(opsApp, opsAddress);
  const main = await listen(app, address);
  log.info("listening", { port: main.port });
  await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
  log.info("stopping");
  await beforeClose?.();
  await main.close(graceMs);
  await afterClose?.();
  await ops.close(0);
  log.info("stopped");
}
