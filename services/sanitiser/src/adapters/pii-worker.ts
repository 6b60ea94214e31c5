import { ApiError, type ErrorCode } from "@veil/contracts/errors";
import { move } from "piscina";
import { createPiiJob, type ListsNeeded, type PiiJobInput } from "./pii-job.ts";

/** An error that is the request's fault, as it crosses from thread to thread. */
export interface RefusedJob {
  readonly code: ErrorCode;
  readonly message: string;
}

const job = createPiiJob(Date.now);
setInterval(job.forget, 30_000).unref();

/** Runs in a thread of `createPiscinaPiiLane`. */
export function run(input: PiiJobInput): Uint8Array | ListsNeeded | RefusedJob {
  try {
    const output = job.run(input);
    return output instanceof Uint8Array ? (move(output) as Uint8Array) : output;
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    throw error;
  }
}
