import { serveUntilSignal } from "@veil/http-kit";
import { runMain } from "@veil/telemetry";
import { readConfig } from "./config.ts";
import { createInferenceWorker } from "./inference-worker.ts";

/** Jobs have ended with the drain; after it, the server has only answers to send. */
const LAST_ANSWERS_MS = 500;

await runMain("inference-worker", async () => {
  const config = readConfig(process.env);
  const worker = createInferenceWorker(config);
  await worker.start();
  await serveUntilSignal({
    ...worker,
    address: config.address,
    opsAddress: config.opsAddress,
    graceMs: LAST_ANSWERS_MS,
    beforeClose: worker.drain,
    afterClose: worker.stop,
  });
});
