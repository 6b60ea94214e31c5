import { refusable } from "@veil/service-kit/threads/worker";
import { compileListContent } from "./list-job.ts";

export const run = refusable(compileListContent);
