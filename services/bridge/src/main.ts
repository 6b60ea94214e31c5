import { systemRandomBytes } from "@veil/crypto";
import { createOpsApp, createTokenIssuer, openMutualTls, serveUntilSignal } from "@veil/http-kit";
import { createLogger, createMetrics, runMain } from "@veil/telemetry";
import { createFileKeyRing } from "./adapters/file-key-ring.ts";
import { ALLOWED_CALLERS, createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { checkReady, describeInvariant } from "./operations.ts";
import { startSweeping } from "./start-sweeping.ts";

const service = "bridge";

await runMain(service, async () => {
  const config = readConfig(process.env);
  const log = createLogger({ service, level: config.logLevel, timePrecision: "second" });
  const metrics = createMetrics(service);
  const tls = openMutualTls(config.tls, { service, allowed: ALLOWED_CALLERS, log, metrics });
  const { keys, trust } = config;
  const issuer = createTokenIssuer(keys);
  const keyRing = createFileKeyRing(config.keyRingFile);
  // A ring that cannot be used ends the process here, not at the first request.
  await keyRing.current();
  const stopSweeping = startSweeping(keyRing, log);
  await serveUntilSignal(
    {
      log,
      app: createApp({ log, metrics, trust, issuer, keyRing, random: systemRandomBytes }),
      tls,
      opsApp: createOpsApp({
        service,
        metrics,
        log,
        ready: () => checkReady(keyRing),
        invariant: describeInvariant,
      }),
      graceMs: config.shutdownGraceMs,
      start: async () => {},
      stop: stopSweeping,
    },
    config,
  );
});
