import { ApiError } from "@veil/contracts/errors";
import type { PiiPool } from "../ports.ts";
import { createPiiJob, type PiiJobOptions } from "./pii-job.ts";
import { runWithLists } from "./run-with-lists.ts";
import type { SealedEntityLists } from "./sealed-entity-lists.ts";

export function createInlinePiiPool(
  lists: SealedEntityLists,
  options: Omit<PiiJobOptions, "nowMs">,
): PiiPool {
  const job = createPiiJob({ nowMs: Date.now, ...options });
  return {
    name: "inline",
    async sanitise(body, work = {}, gone) {
      gone?.throwIfAborted();
      try {
        return await runWithLists(async (input) => job.run(input), { ...work, body }, lists);
      } catch (cause) {
        if (cause instanceof ApiError) throw cause;
        throw new ApiError("sanitizer_unavailable", "The text could not be sanitised", { cause });
      }
    },
    pending: () => 0,
    close: async () => {},
  };
}
