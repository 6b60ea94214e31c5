import { createOpsApp, openMutualTls, type Service } from "@veil/http-kit";
import { createLogger, createMetrics, type Logger } from "@veil/telemetry";
import { createEngines } from "./adapters/create-engines.ts";
import { createLanes } from "./adapters/create-lanes.ts";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import { createApp } from "./app.ts";
import type { SanitiserConfig } from "./config.ts";
import { watchLane } from "./lane-health.ts";
import { enginesOf, lanesWithEngines } from "./lane-with-engines.ts";
import { checkReady, describeInvariant } from "./operations.ts";
import type { PiiLane } from "./ports.ts";
import { engineUrls } from "./read-engines.ts";

/** What component tests put in the place of the real thing. */
export interface SanitiserOverrides {
  readonly log?: Logger;
  /** For bodies of any length. */
  readonly lane?: PiiLane;
}

const SERVICE = "sanitiser";

/** The whole sanitiser. Its threads and the other engines begin with its start, which fails when one is not fit. */
export function createSanitiser(
  config: SanitiserConfig,
  overrides: SanitiserOverrides = {},
): Service {
  const { trust, logLevel: level } = config;
  const log = overrides.log ?? createLogger({ service: SERVICE, level });
  const metrics = createMetrics(SERVICE);
  const allowed = ALLOWED_CALLERS;
  const tls = openMutualTls(config.tls, { service: SERVICE, allowed, log, metrics });
  let work: Work | undefined;
  const lanes = () => work?.lanes ?? [];
  const ready = () => checkReady(work);
  const invariant = async () => describeInvariant(engineUrls(config.engines));
  return {
    log,
    app: createApp({ log, metrics, trust, lanes }),
    tls,
    opsApp: createOpsApp({ service: SERVICE, metrics, log, ready, invariant }),
    async start() {
      work = await openWork(config, overrides.lane);
    },
    graceMs: config.shutdownGraceMs,
    stop: async () => work?.close(),
  };
}

type Work = Awaited<ReturnType<typeof openWork>>;

async function openWork(config: SanitiserConfig, only: PiiLane | undefined) {
  const engines = await createEngines(config);
  const own = only === undefined ? createLanes(config) : anyLength(only);
  const watched = own.lanes.map(({ lane, ...size }) => ({ ...size, lane: watchLane(lane) }));
  return {
    lanes: lanesWithEngines(watched, engines),
    watched: watched.map(({ lane }) => lane),
    engines,
    async close() {
      await Promise.all([own, ...enginesOf(engines)].map((part) => part.close()));
    },
  };
}

function anyLength(lane: PiiLane) {
  return { lanes: [{ lane, belowBytes: Number.POSITIVE_INFINITY }], close: () => lane.close() };
}
