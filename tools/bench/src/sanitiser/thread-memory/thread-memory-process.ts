import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { readBundledModels, shareModels } from "@veil/pii/models";

export interface ThreadMemoryOrder {
  readonly texts: readonly string[];
  /** The process has read the models, as the sanitiser has. */
  readonly isShared: boolean;
}

/** Runs as a child of `measureThreadMemory`. */
process.once("message", (order: ThreadMemoryOrder) => void measure(order));

/** The sanitiser starts its threads like this. */
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
