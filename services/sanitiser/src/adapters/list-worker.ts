import { refusable } from "@veil/thread-pool/worker";
import { compileListContent } from "./list-job.ts";

/** Runs in a thread of `createThreadedListCompiler`. */
export const run = refusable(compileListContent);
