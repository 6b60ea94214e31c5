import { serveUntilSignal } from "@veil/service-kit/http";
import { runMain } from "@veil/service-kit/telemetry";
import { readConfig } from "./config.ts";
import { createInferenceWorker } from "./inference-worker.ts";

await runMain("inference-worker", async () => {
  const config = readConfig(process.env);
  await serveUntilSignal(createInferenceWorker(config), config);
});
