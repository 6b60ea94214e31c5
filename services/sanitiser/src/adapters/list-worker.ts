import { refusable } from "@veil/thread-pool/worker";
import { compileListContent } from "./list-job.ts";

export const run = refusable(compileListContent);
