import { refusable } from "@veil/thread-pool/worker";
import { readEntityList } from "./entity-list-job.ts";

/** Runs in a thread of `createPiscinaEntityListReader`. */
export const run = refusable(readEntityList);
