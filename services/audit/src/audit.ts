import type { Clock } from "@veil/contracts/clock";
import { createOpsApp, openMutualTls, type Service } from "@veil/service-kit/http";
import {
  createLogger,
  createMetrics,
  type Logger,
  type Metrics,
} from "@veil/service-kit/telemetry";
import { createTracing, type Tracing } from "@veil/tracing";
import { createNoteSigner } from "@veil/veil";
import { createHttpTimeStampAuthority } from "./adapters/http-time-stamp-authority.ts";
import { createHttpWitness } from "./adapters/http-witness.ts";
import { type OpenStore, openEventStore } from "./adapters/open-event-store.ts";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import { createApp } from "./app.ts";
import { createCheckpoints, type TimeStamping } from "./checkpoints/checkpoints.ts";
import { logKeysOf } from "./checkpoints/log-keys.ts";
import type { AuditConfig } from "./config.ts";
import { createEventHandler } from "./consume-events.ts";
import { createAppendQueue } from "./domain/append-queue.ts";
import { openSource } from "./event-source.ts";
import { createAuditMetrics } from "./metrics.ts";
import { checkReady, describeInvariant } from "./operations.ts";
import { createPruningLoop, type PruningLoop } from "./pruning/pruning-loop.ts";
import { createLogStart } from "./pruning/read-log-start.ts";
import { createPruningSigner } from "./pruning/sign-pruning.ts";
import { traceStores } from "./trace-stores.ts";
import { type Witness, witnessId } from "./witnesses/witness.ts";

export interface AuditOverrides {
  readonly log?: Logger;
  readonly stores?: Omit<OpenStore, "close">;
  readonly witnesses?: readonly Witness[];
  readonly stamping?: TimeStamping;
  readonly tracing?: Tracing;
  readonly nowMs?: Clock;
}

const SERVICE = "audit";

/** Creates the audit service, which consumes batches of events once it has started. */
export function createAudit(config: AuditConfig, overrides: AuditOverrides = {}): Service {
  const { trust, transport, egressProxyUrl, logOrigin, logLevel: level } = config;
  const log = overrides.log ?? createLogger({ service: SERVICE, level });
  const metrics = createMetrics(SERVICE);
  const allowed = ALLOWED_CALLERS;
  const tls = openMutualTls(config.tls, { service: SERVICE, allowed, log, metrics });
  const opened = openStores(config, overrides, { metrics, log });
  const { store, checkpoints, isSchemaCurrent, close, tracing } = opened;
  const { source, eventRoutes } = openSource(transport, log);
  const { onAppended, onPoisoned, onRefused, ...onCheckpoints } = createAuditMetrics(metrics);
  const nowMs = overrides.nowMs ?? Date.now;
  const signer = createNoteSigner(logOrigin, "ed25519", config.keys.signing("checkpoint").key);
  const readLogStart = createLogStart(checkpoints, [signer.key, ...logKeysOf(trust, logOrigin)]);
  const witnesses =
    overrides.witnesses ?? config.witnesses.map((one) => createHttpWitness(one, egressProxyUrl));
  const stamping = overrides.stamping ?? openStamping(config);
  const loop = createCheckpoints({
    ...{ store: checkpoints, log, metrics: onCheckpoints, nowMs, signer, witnesses, stamping },
  });
  const pruning = createPruning(config.auditDays, {
    ...{ events: store, checkpoints, tree: loop.tree, readLogStart, signer, nowMs, log },
  });
  const queue = createAppendQueue(store, (count) => {
    onAppended(count);
    loop.appended(count);
  });
  const ready = () => checkReady({ store, isSchemaCurrent, source });
  const invariant = () => describeInvariant(store, loop);
  const routes = {
    ...{ store, checkpoints, tree: loop.tree, readLogStart, ...(eventRoutes && { eventRoutes }) },
    witnesses: witnesses.map(({ key }) => witnessId(key)),
  };
  // At shutdown, the event source and the server wait one after the other for work in flight, so
  // each gets half of the time.
  const graceMs = Math.floor(config.shutdownGraceMs / 2);
  return {
    log,
    app: createApp({ log, metrics, trust, ...routes }),
    tls,
    opsApp: createOpsApp({ service: SERVICE, metrics, log, ready, invariant }),
    async start() {
      await tracing?.start();
      await source.start(createEventHandler({ trust, queue, store, log, onPoisoned, onRefused }));
      loop.start();
      pruning?.start();
    },
    drain: () => source.stop(graceMs),
    graceMs,
    async stop() {
      pruning?.stop();
      await loop.close();
      await close();
      await tracing?.stop();
    },
  };
}

function openStamping({ tsa, egressProxyUrl }: AuditConfig): TimeStamping | undefined {
  if (tsa === undefined) return undefined;
  const { intervalMs, ...address } = tsa;
  return { intervalMs, authority: createHttpTimeStampAuthority(address, egressProxyUrl) };
}

/** Returns undefined when `AUDIT_DAYS` is 0, because then nothing may be deleted. */
function createPruning(
  days: number,
  { log, ...deps }: Omit<Parameters<typeof createPruningSigner>[0], "days"> & { log: Logger },
): PruningLoop | undefined {
  if (days === 0) return undefined;
  return createPruningLoop({ signPruning: createPruningSigner({ ...deps, days }), log });
}

function openStores(
  { tracing: settings, databaseUrl, databaseConnections }: AuditConfig,
  overrides: AuditOverrides,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Logger },
) {
  const opened = overrides.stores
    ? { ...overrides.stores, close: async () => {} }
    : openEventStore(databaseUrl, log, databaseConnections);
  const tracing =
    overrides.tracing ?? (settings && createTracing(settings, { service: SERVICE, metrics, log }));
  return { ...opened, ...traceStores(opened, tracing), tracing };
}
