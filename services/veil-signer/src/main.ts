import { createOpsApp, openMutualTls, serveUntilSignal } from "@veil/http-kit";
import { createLogger, createMetrics, runMain } from "@veil/telemetry";
import { createFileManifestStore } from "./adapters/file-manifest-store.ts";
import { ALLOWED_CALLERS, createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { currentManifest } from "./current-manifest.ts";
import { checkReady, describeInvariant } from "./operations.ts";

const service = "veil-signer";

await runMain(service, async () => {
  const config = readConfig(process.env);
  const log = createLogger({ service, level: config.logLevel });
  const metrics = createMetrics(service);
  const tls = openMutualTls(config.tls, { service, allowed: ALLOWED_CALLERS, log, metrics });
  const { keys, trust } = config;
  const nowMs = Date.now;
  const store = createFileManifestStore(config.manifestFile);
  const manifest = await currentManifest({
    issuer: config.manifestIssuer,
    keys,
    trust,
    store,
    nowMs,
  });
  await serveUntilSignal({
    log,
    app: createApp({ log, metrics, trust, manifest, nowMs }),
    address: { host: config.host, port: config.port },
    tls,
    opsApp: createOpsApp({
      service,
      metrics,
      log,
      ready: checkReady,
      invariant: describeInvariant,
    }),
    opsAddress: { host: config.host, port: config.opsPort },
    graceMs: config.shutdownGraceMs,
  });
});
