import { refusable } from "@veil/thread-pool/worker";
import { move, workerData } from "piscina";
import { createPiiJob, type ListsNeeded, type PiiJobInput } from "./pii-job.ts";
import type { PiiThreadData } from "./threaded-pii-pool.ts";

const job = createPiiJob({ nowMs: Date.now, ...(workerData as PiiThreadData) });

export const run = refusable((input: PiiJobInput): Uint8Array | ListsNeeded => {
  const output = job.run(input);
  return output instanceof Uint8Array ? (move(output) as Uint8Array) : output;
});
