import { serveUntilSignal } from "@veil/http-kit";
import { runMain } from "@veil/telemetry";
import { readConfig } from "./config.ts";
import { createInferenceWorker } from "./inference-worker.ts";

await runMain("inference-worker", async () => {
  const config = readConfig(process.env);
  await serveUntilSignal(createInferenceWorker(config), config);
});
