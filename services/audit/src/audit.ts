import { createOpsApp, openMutualTls, type Service } from "@veil/http-kit";
import { createLogger, createMetrics, type Logger } from "@veil/telemetry";
import { openEventStore } from "./adapters/open-event-store.ts";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import { createApp } from "./app.ts";
import type { AuditConfig } from "./config.ts";
import { createEventHandler } from "./consume-events.ts";
import { createAppendQueue } from "./domain/append-queue.ts";
import { openSource } from "./event-source.ts";
import { createAuditMetrics } from "./metrics.ts";
import { checkReady, describeInvariant } from "./operations.ts";
import type { EventStore } from "./ports.ts";

export interface AuditOverrides {
  readonly log?: Logger;
  readonly store?: EventStore;
}

const SERVICE = "audit";

/** Consumes batches of events once started. */
export function createAudit(config: AuditConfig, overrides: AuditOverrides = {}): Service {
  const { trust, transport, logLevel: level } = config;
  const log = overrides.log ?? createLogger({ service: SERVICE, level });
  const metrics = createMetrics(SERVICE);
  const allowed = ALLOWED_CALLERS;
  const tls = openMutualTls(config.tls, { service: SERVICE, allowed, log, metrics });
  const { store, close } = openStore(config, overrides.store, log);
  const { source, eventRoutes } = openSource(transport, log);
  const { onAppended, ...onDeadLetters } = createAuditMetrics(metrics);
  const queue = createAppendQueue(store, onAppended);
  const ready = () => checkReady(store, source);
  const invariant = () => describeInvariant(store);
  // Source and server wait one after the other for what is in flight: half of the time for each.
  const graceMs = Math.floor(config.shutdownGraceMs / 2);
  return {
    log,
    app: createApp({ log, metrics, trust, store, ...(eventRoutes && { eventRoutes }) }),
    tls,
    opsApp: createOpsApp({ service: SERVICE, metrics, log, ready, invariant }),
    start: () => source.start(createEventHandler({ trust, queue, store, log, ...onDeadLetters })),
    drain: () => source.stop(graceMs),
    graceMs,
    stop: close,
  };
}

function openStore(config: AuditConfig, given: EventStore | undefined, log: Logger) {
  if (given !== undefined) return { store: given, close: async () => {} };
  return openEventStore(config.databaseUrl, log, config.databaseConnections);
}
