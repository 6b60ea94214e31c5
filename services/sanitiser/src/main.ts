import { createOpsApp, createTokenIssuer, serveUntilSignal } from "@veil/http-kit";
import { createLogger, createMetrics, runMain } from "@veil/telemetry";
import { createEntityLists, createLanes } from "./adapters/create-lanes.ts";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { checkReady, describeInvariant } from "./operations.ts";

const service = "sanitiser";

await runMain(service, async () => {
  const config = readConfig(process.env);
  const log = createLogger({ service, level: config.logLevel });
  const metrics = createMetrics(service);
  const lists = createEntityLists(config);
  const lanes = createLanes(config, lists);
  const watched = lanes.map(({ lane }) => lane);
  const issuer = createTokenIssuer(config.keys);
  await serveUntilSignal({
    log,
    app: createApp({ log, metrics, trust: config.trust, issuer, lanes }),
    address: { host: config.host, port: config.port },
    opsApp: createOpsApp({
      service,
      metrics,
      log,
      ready: () => checkReady(watched),
      invariant: describeInvariant,
    }),
    opsAddress: { host: config.host, port: config.opsPort },
    graceMs: config.shutdownGraceMs,
    afterClose: async () => {
      await Promise.all([...watched, lists].map((part) => part.close()));
    },
  });
});
