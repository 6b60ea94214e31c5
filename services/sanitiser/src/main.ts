import { createOpsApp, openMutualTls, serveUntilSignal } from "@veil/http-kit";
import { createLogger, createMetrics, runMain } from "@veil/telemetry";
import { createEngines } from "./adapters/create-engines.ts";
import { createEntityLists, createLanes } from "./adapters/create-lanes.ts";
import { ALLOWED_CALLERS, createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { enginesOf, lanesWithEngines } from "./lane-with-engines.ts";
import { checkReady, describeInvariant } from "./operations.ts";
import { engineUrls } from "./read-engines.ts";

const service = "sanitiser";

await runMain(service, async () => {
  const config = readConfig(process.env);
  const log = createLogger({ service, level: config.logLevel });
  const metrics = createMetrics(service);
  const tls = openMutualTls(config.tls, { service, allowed: ALLOWED_CALLERS, log, metrics });
  const lists = createEntityLists(config);
  const engines = await createEngines(config);
  const own = createLanes(config, lists);
  const watched = own.map(({ lane }) => lane);
  const lanes = lanesWithEngines(own, engines);
  await serveUntilSignal({
    log,
    app: createApp({ log, metrics, trust: config.trust, lanes }),
    address: { host: config.host, port: config.port },
    tls,
    opsApp: createOpsApp({
      service,
      metrics,
      log,
      ready: () => checkReady(watched, engines),
      invariant: () => describeInvariant(engineUrls(config.engines)),
    }),
    opsAddress: { host: config.host, port: config.opsPort },
    graceMs: config.shutdownGraceMs,
    afterClose: async () => {
      await Promise.all([...watched, lists, ...enginesOf(engines)].map((part) => part.close()));
    },
  });
});
