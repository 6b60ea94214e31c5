import type { Env } from "@veil/config";
import { parseTrustBundle } from "@veil/crypto";
import { createOpsApp, openMutualTls, serveUntilSignal } from "@veil/http-kit";
import { createLogger, createMetrics } from "@veil/telemetry";
import { ALLOWED_CALLERS, createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createEventHandler } from "../consume-events.ts";
import { createAppendQueue } from "../domain/append-queue.ts";
import { createAuditMetrics } from "../metrics.ts";
import { checkReady, describeInvariant } from "../operations.ts";
import { openSource, openStore } from "../wire.ts";

export async function runServe(env: Env): Promise<void> {
  const config = readConfig(env);
  const log = createLogger({ service: "audit", level: config.logLevel });
  const metrics = createMetrics("audit");
  const tls = openMutualTls(config.tls, {
    service: "audit",
    allowed: ALLOWED_CALLERS,
    log,
    metrics,
  });
  const { onAppended, onPoisoned, onRefused } = createAuditMetrics(metrics);
  const trust = parseTrustBundle(config.trustBundle);
  const { store, close } = openStore(config.databaseUrl, log, config.databaseConnections);
  const { source, eventRoutes } = openSource(config.transport, log);
  const queue = createAppendQueue(store, onAppended);

  await source.start(createEventHandler({ trust, queue, store, log, onPoisoned, onRefused }));
  // The source and the server each wait for what is in hand: half of the time for either.
  const graceMs = Math.floor(config.shutdownGraceMs / 2);
  await serveUntilSignal({
    log,
    app: createApp({ log, metrics, trust, ...(eventRoutes && { eventRoutes }) }),
    address: { host: config.host, port: config.port },
    tls,
    opsApp: createOpsApp({
      service: "audit",
      metrics,
      log,
      ready: () => checkReady(store, source),
      invariant: () => describeInvariant(store),
    }),
    opsAddress: { host: config.host, port: config.opsPort },
    graceMs,
    beforeClose: () => source.stop(graceMs),
    afterClose: close,
  });
}
