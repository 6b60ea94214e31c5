import { createCredentialOpener, type ServiceKeys, systemRandomBytes } from "@veil/crypto";
import { createTokenIssuer, openMutualTls, type Service } from "@veil/service-kit/http";
import { createLogger, createMetrics, type Logger } from "@veil/service-kit/telemetry";
import { claimMacKeys, createClaimMaker, createClaimSigner } from "@veil/veil/claims";
import { openProviders } from "./adapters/open-providers.ts";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import { createApp } from "./app.ts";
import type { WorkerConfig } from "./config.ts";
import type { RunDeps } from "./domain/attempt.ts";
import { createLegs, type OpenLeg } from "./domain/job-leg.ts";
import { createInterruptibleWait } from "./interruptible-wait.ts";
import { openSource } from "./job-source.ts";
import { createJobMetrics } from "./metrics.ts";
import { createOperations } from "./operations.ts";
import { createDirectCalls } from "./routes/direct-calls.ts";
import { createJobHandler } from "./routes/handle-job.ts";
import { inferenceRoute } from "./routes/infer.ts";
import { modelRoute } from "./routes/models.ts";
import { providersRoute } from "./routes/providers.ts";
import { tokenCountRoute } from "./routes/token-counts.ts";

/** Replacements for tests. `random` and `wait` are used for the back-off. */
export interface WorkerOverrides extends Partial<Pick<RunDeps, "random" | "wait">> {
  readonly log?: Logger;
  readonly heartbeatMs?: number | undefined;
}

const SERVICE = "inference-worker";
/**
 * The grace period of the server. It is short, because the drain has already ended all jobs and
 * only responses must still be sent.
 */
const LAST_ANSWERS_MS = 500;

/**
 * Creates the worker. Its `drain` accepts no new jobs, waits for jobs in flight within the grace
 * period, and returns the remaining jobs to the transport.
 */
export function createInferenceWorker(
  config: WorkerConfig,
  overrides: WorkerOverrides = {},
): Service {
  const { keys, trust, logLevel: level } = config;
  const log = overrides.log ?? createLogger({ service: SERVICE, level, timePrecision: "second" });
  const metrics = createMetrics(SERVICE);
  const allowed = ALLOWED_CALLERS;
  const tls = openMutualTls(config.tls, { service: SERVICE, allowed, log, metrics });
  const { run, stopWaiting, close } = openRun(config, overrides);
  const { source, jobRoute } = openSource(config, log, overrides.heartbeatMs);
  const { onEnd, onQueryEnd } = createJobMetrics(metrics);
  const calls = createDirectCalls(config.concurrency);
  const heartbeat = { intervalMs: overrides.heartbeatMs };
  const issuer = createTokenIssuer(keys);
  return {
    log,
    app: createApp({
      ...{ log, metrics, trust, issuer },
      sign: createClaimSigner({ component: SERVICE, keys, nowMs: Date.now }),
      routes: [
        inferenceRoute({ run, log, calls, heartbeat, onEnd }),
        ...(jobRoute === undefined ? [] : [jobRoute]),
        tokenCountRoute({ run, log, calls, heartbeat, onQueryEnd }),
        modelRoute({ run, log, calls, heartbeat, onQueryEnd }),
        providersRoute(providersOf(config)),
      ],
    }),
    opsApp: createOperations({ log, metrics, source, calls }),
    tls,
    start: () => source.start(createJobHandler({ keys, trust, log, run, onEnd })),
    async drain() {
      stopWaiting();
      const { shutdownGraceMs: graceMs } = config;
      await Promise.all([source.stop(graceMs), calls.drain(graceMs)]);
    },
    graceMs: LAST_ANSWERS_MS,
    stop: close,
  };
}

/** Returns each provider once, although several key prefixes may belong to it. */
function providersOf({ managed, providerTable }: WorkerConfig) {
  const all = [...(managed === undefined ? [] : [managed.provider]), ...providerTable.values()];
  return [...new Map(all.map((each) => [`${each.name} ${each.baseUrl}`, each])).values()];
}

interface OpenRun {
  readonly run: RunDeps;
  stopWaiting(): void;
  close(): Promise<void>;
}

function openRun(config: WorkerConfig, { random, wait }: WorkerOverrides): OpenRun {
  const { keys: identity, managed, providerTable: table, maxAttempts, proxyUrl } = config;
  const openCredential = createCredentialOpener({ as: identity, from: "edge-gateway" });
  const interruptible = createInterruptibleWait();
  const { providerAt, close } = openProviders({
    timeoutMs: config.providerTimeoutMs,
    maxResponseBytes: config.maxResponseBytes,
    connections: config.concurrency,
    ...(proxyUrl !== undefined && { proxyUrl }),
  });
  return {
    run: {
      providerKeys: { managed, table, identity, openCredential },
      providerAt,
      maxAttempts,
      nowMs: Date.now,
      random: random ?? Math.random,
      wait: wait ?? interruptible.wait,
      openLeg: openLegs(identity),
    },
    stopWaiting: interruptible.stopWaiting,
    close,
  };
}

function openLegs(keys: ServiceKeys): OpenLeg {
  const [macKey] = claimMacKeys(keys);
  const maker = createClaimMaker({ component: SERVICE, macKey, nowMs: Date.now });
  return createLegs({ maker, random: systemRandomBytes });
}
