import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { readBundledModels, shareModels } from "@veil/pii/models";

export interface ThreadMemoryOrder {
  readonly texts: readonly string[];
  /** True if the process reads the models and its threads share them, as in the sanitiser. */
  readonly isShared: boolean;
}

/** This program runs as a child of `measureThreadMemory`. */
process.once("message", (order: ThreadMemoryOrder) => void measure(order));

/** The options with which the sanitiser starts its threads. */
const THREAD = {
  env: {},
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 16 },
};

async function measure({ texts, isShared }: ThreadMemoryOrder): Promise<void> {
  const names = isShared ? shareModels(readBundledModels()) : undefined;
  const before = process.memoryUsage.rss();
  const worker = new Worker(new URL("./thread.js", import.meta.url), {
    ...THREAD,
    workerData: { texts, names },
  });
  await once(worker, "message");
  process.send?.(process.memoryUsage.rss() - before);
  await worker.terminate();
}
