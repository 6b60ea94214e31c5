import { refusable } from "@veil/service-kit/threads/worker";
import { readEntityList } from "../domain/entity-list.ts";

export const run = refusable(readEntityList);
