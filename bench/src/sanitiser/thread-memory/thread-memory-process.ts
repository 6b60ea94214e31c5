import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Runs as a child of `measureThreadMemory`. */
process.once("message", (texts: readonly string[]) => void measure(texts));

/** The sanitiser starts its threads like this. */
const THREAD = { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 1_024 } };

async function measure(texts: readonly string[]): Promise<void> {
  const before = process.memoryUsage.rss();
  const worker = new Worker(new URL("./thread.js", import.meta.url), {
    ...THREAD,
    workerData: texts,
  });
  await once(worker, "message");
  process.send?.(process.memoryUsage.rss() - before);
  await worker.terminate();
}
