import { once } from "node:events";
import type { Express } from "express";
import type { Logger } from "../telemetry/index.ts";
import { type Address, listen, type ServerLimits } from "./server.ts";
import type { ListenTls } from "./tls-server.ts";

/**
 * A service that `serveUntilSignal` runs. Until `start` is called, it only prepares connections.
 */
export interface Service {
  readonly log: Logger;
  readonly app: Express;
  readonly tls: ListenTls | undefined;
  readonly limits?: ServerLimits;
  /**
   * The operator's app. It is served over plain HTTP, because probes and Prometheus have no
   * certificates.
   */
  readonly opsApp: Express;
  /** Starts the service. It rejects when the service cannot serve requests. */
  start(): Promise<void>;
  /** Is called before the server closes. */
  drain?(): Promise<void>;
  readonly graceMs: number;
  /** Is called after the last request. */
  stop(): Promise<void>;
}

interface Addresses {
  readonly address: Address;
  readonly opsAddress: Address;
}

export async function serveUntilSignal(service: Service, addresses: Addresses): Promise<void> {
  const { log, app, tls, limits, opsApp, graceMs } = service;
  await service.start();
  const ops = await listen(opsApp, addresses.opsAddress);
  const main = await listen(app, addresses.address, tls, limits);
  log.info("listening", { port: main.port });
  await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
  log.info("stopping");
  main.leave();
  await service.drain?.();
  await main.close(graceMs);
  await service.stop();
  await ops.close(0);
  log.info("stopped");
}
