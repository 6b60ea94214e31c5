import { openSharedModels } from "@veil/pii/models";
import { refusable } from "@veil/service-kit/threads/worker";
import { move, workerData } from "piscina";
import { createPiiJob, type ListsNeeded, type PiiJobInput } from "./pii-job.ts";
import type { PiiThreadData } from "./threaded-pii-pool.ts";

const { names, ...data } = workerData as PiiThreadData;
const job = createPiiJob({ nowMs: Date.now, ...data, names: openSharedModels(names) });

export const run = refusable((input: PiiJobInput): Uint8Array | ListsNeeded => {
  const output = job.run(input);
  return output instanceof Uint8Array ? (move(output) as Uint8Array) : output;
});
