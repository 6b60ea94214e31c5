import { refusable } from "@veil/thread-pool/worker";
import { readEntityList } from "./entity-list-job.ts";

export const run = refusable(readEntityList);
