import { once } from "node:events";
import type { Logger } from "@veil/telemetry";
import type { Express } from "express";
import { type Address, listen, type ServerLimits } from "./server.ts";
import type { ListenTls } from "./tls-server.ts";

/** A service as its composition root makes it: nothing happens before its start but that connections are prepared. */
export interface Service {
  readonly log: Logger;
  readonly app: Express;
  /** How `app` is served; undefined: plain HTTP. */
  readonly tls: ListenTls | undefined;
  /** Of `app` too. */
  readonly limits?: ServerLimits;
  /** The operator's port is plain: probes and Prometheus have no certificates. */
  readonly opsApp: Express;
  /** Begins what runs beside requests. Rejects when the service could not serve. */
  start(): Promise<void>;
  /** On a signal, while requests still come: takes no new work from elsewhere, lets what it has end. */
  drain?(): Promise<void>;
  /** How long requests in flight have after that. */
  readonly graceMs: number;
  /** When no request is in flight any more: flushes and closes connections. */
  stop(): Promise<void>;
}

interface Addresses {
  readonly address: Address;
  readonly opsAddress: Address;
}

/** Starts, serves until SIGTERM or SIGINT, then ends in order; the caller's `main` returns and the process exits 0. */
export async function serveUntilSignal(service: Service, addresses: Addresses): Promise<void> {
  const { log, app, tls, limits, opsApp, graceMs } = service;
  await service.start();
  const ops = await listen(opsApp, addresses.opsAddress);
  const main = await listen(app, addresses.address, tls, limits);
  log.info("listening", { port: main.port });
  await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
  log.info("stopping");
  await service.drain?.();
  await main.close(graceMs);
  await service.stop();
  await ops.close(0);
  log.info("stopped");
}
