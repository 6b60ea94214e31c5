import { refusable } from "@veil/thread-pool/worker";
import { compileListContent } from "./list-job.ts";

/** Runs in a thread of `createPiscinaListCompiler`. */
export const run = refusable(compileListContent);
