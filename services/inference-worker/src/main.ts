import { createTokenIssuer, openMutualTls, serveUntilSignal } from "@veil/http-kit";
import { createLogger, createMetrics, runMain } from "@veil/telemetry";
import { ALLOWED_CALLERS, createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { openSource } from "./job-source.ts";
import { createJobMetrics } from "./metrics.ts";
import { createOperations } from "./operations.ts";
import { createJobHandler } from "./routes/handle-job.ts";
import { openRun } from "./wire.ts";

await runMain("inference-worker", async () => {
  const config = readConfig(process.env);
  const { address, opsAddress, logLevel: level, shutdownGraceMs, keys, trust } = config;
  const log = createLogger({ service: "inference-worker", level, timePrecision: "second" });
  const metrics = createMetrics("inference-worker");
  const tls = openMutualTls(config.tls, {
    service: "inference-worker",
    allowed: ALLOWED_CALLERS,
    log,
    metrics,
  });
  const issuer = createTokenIssuer(keys);
  const { run, stopWaiting, close } = openRun(config, keys);
  const { source, jobRoutes } = openSource(config, log);

  await source.start(createJobHandler({ keys, trust, log, run, ...createJobMetrics(metrics) }));
  await serveUntilSignal({
    log,
    app: createApp({ log, metrics, trust, issuer, ...(jobRoutes && { jobRoutes }) }),
    address,
    tls,
    opsApp: createOperations({ log, metrics, source }),
    opsAddress,
    // The source waits for the jobs in hand; after it, the server has only answers to send.
    graceMs: 500,
    beforeClose: async () => {
      stopWaiting();
      await source.stop(shutdownGraceMs);
    },
    afterClose: close,
  });
});
