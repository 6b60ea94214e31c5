import { refusable } from "@veil/service-kit/threads/worker";
import { readEntityList } from "./entity-list-job.ts";

export const run = refusable(readEntityList);
