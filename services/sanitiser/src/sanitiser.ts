import { createOpsApp, openMutualTls, type Service } from "@veil/service-kit/http";
import { createLogger, createMetrics, type Logger } from "@veil/service-kit/telemetry";
import { createClaimSigner } from "@veil/veil/claims";
import { createEngines } from "./adapters/create-engines.ts";
import { createPools } from "./adapters/create-pools.ts";
import { createListSearch } from "./adapters/search-lists.ts";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import { createApp } from "./app.ts";
import type { SanitiserConfig } from "./config.ts";
import { checkReady, describeInvariant } from "./operations.ts";
import { watchPool } from "./pool-health.ts";
import { enginesOf, poolsWithEngines } from "./pool-with-engines.ts";
import type { PiiPool } from "./ports.ts";
import { engineUrls } from "./read-engines.ts";

export interface SanitiserOverrides {
  readonly log?: Logger;
  readonly pool?: PiiPool;
}

const SERVICE = "sanitiser";

export function createSanitiser(
  config: SanitiserConfig,
  overrides: SanitiserOverrides = {},
): Service {
  const { keys, trust, logLevel: level } = config;
  const log = overrides.log ?? createLogger({ service: SERVICE, level });
  const metrics = createMetrics(SERVICE);
  const allowed = ALLOWED_CALLERS;
  const tls = openMutualTls(config.tls, { service: SERVICE, allowed, log, metrics });
  let work: Work | undefined;
  const pools = () => work?.pools ?? [];
  const sign = createClaimSigner({ component: SERVICE, keys, nowMs: Date.now });
  const searchLists = createListSearch({ identity: keys, trust });
  const ready = () => checkReady(work);
  const invariant = async () => describeInvariant(engineUrls(config.engines));
  return {
    log,
    app: createApp({ log, metrics, trust, pools, searchLists, sign }),
    tls,
    opsApp: createOpsApp({ service: SERVICE, metrics, log, ready, invariant }),
    async start() {
      const onThreadError = (component: string) => (error: unknown) =>
        log.error("thread_failed", { component, error });
      work = openWork(config, overrides.pool, onThreadError);
    },
    graceMs: config.shutdownGraceMs,
    stop: async () => work?.close(),
  };
}

type Work = ReturnType<typeof openWork>;

function openWork(
  config: SanitiserConfig,
  only: PiiPool | undefined,
  onThreadError: (component: string) => (error: unknown) => void,
) {
  const engines = createEngines(config);
  const own = only === undefined ? createPools(config, onThreadError) : anyLength(only);
  const watched = own.pools.map(({ pool, ...size }) => ({ ...size, pool: watchPool(pool) }));
  return {
    pools: poolsWithEngines(watched, engines),
    watched: watched.map(({ pool }) => pool),
    engines,
    async close() {
      await Promise.all([own, ...enginesOf(engines)].map((part) => part.close()));
    },
  };
}

function anyLength(pool: PiiPool) {
  return { pools: [{ pool, belowBytes: Number.POSITIVE_INFINITY }], close: () => pool.close() };
}
