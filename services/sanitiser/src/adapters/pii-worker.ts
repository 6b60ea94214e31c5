import { refusable } from "@veil/thread-pool/worker";
import { move } from "piscina";
import { createPiiJob, type ListsNeeded, type PiiJobInput } from "./pii-job.ts";

const job = createPiiJob(Date.now);

export const run = refusable((input: PiiJobInput): Uint8Array | ListsNeeded => {
  const output = job.run(input);
  return output instanceof Uint8Array ? (move(output) as Uint8Array) : output;
});
