import { ApiError, type ErrorCode } from "@veil/contracts/errors";
import { move } from "piscina";
import { createPiiJob } from "./pii-job.ts";

/** An error that is the request's fault, as it crosses from thread to thread. */
export interface RefusedJob {
  readonly code: ErrorCode;
  readonly message: string;
}

const job = createPiiJob();

/** Runs in a thread of `createPiscinaPiiLane`. */
export function run(body: Uint8Array): Uint8Array | RefusedJob {
  try {
    return move(job(body)) as Uint8Array;
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    throw error;
  }
}
