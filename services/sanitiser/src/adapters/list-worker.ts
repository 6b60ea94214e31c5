import { ApiError } from "@veil/contracts/errors";
import type { CompiledEntityList } from "@veil/pii";
import { compileListContent } from "./list-job.ts";
import type { RefusedJob } from "./pii-worker.ts";

/** Runs in a thread of `createPiscinaListCompiler`. */
export function run(content: Uint8Array): CompiledEntityList | RefusedJob {
  try {
    return compileListContent(content);
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    throw error;
  }
}
