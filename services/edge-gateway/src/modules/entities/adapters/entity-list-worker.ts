import { ApiError, type ErrorCode } from "@veil/contracts/errors";
import type { CheckedEntityList } from "../ports.ts";
import { readEntityList } from "./entity-list-job.ts";

/** An error that is the list's fault, as it crosses from thread to thread. */
export interface RefusedList {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Runs in a thread of `createPiscinaEntityListReader`. */
export function run(body: Uint8Array): CheckedEntityList | RefusedList {
  try {
    return readEntityList(body);
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    throw error;
  }
}
