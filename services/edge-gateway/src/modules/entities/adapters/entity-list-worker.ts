import { refusable } from "@veil/thread-pool/worker";
import { readEntityList } from "./entity-list-job.ts";

/** Runs in a thread of `createThreadedEntityListReader`. */
export const run = refusable(readEntityList);
