import { ApiError } from "@veil/contracts/errors";
import { type SharedModels, shareModels } from "@veil/pii/models";
import { createThreadPool, type ThreadPoolOptions } from "@veil/service-kit/threads";
import type { PiiPool } from "../ports.ts";
import type { ListsNeeded, PiiJobInput, PiiJobOptions } from "./pii-job.ts";
import { runWithLists } from "./run-with-lists.ts";
import type { SealedEntityLists } from "./sealed-entity-lists.ts";

/** The data that each thread starts with. */
export interface PiiThreadData extends Omit<PiiJobOptions, "nowMs" | "names"> {
  readonly names: SharedModels;
}

interface ThreadedPoolOptions
  extends Omit<ThreadPoolOptions, "idleMs" | "failure" | "data">,
    Omit<PiiJobOptions, "nowMs"> {
  readonly name: string;
  readonly lists: SealedEntityLists;
}

export function createThreadedPiiPool(settings: ThreadedPoolOptions): PiiPool {
  const { name, lists, claimMacKey, names, places, ...options } = settings;
  const data: PiiThreadData = {
    claimMacKey: Uint8Array.from(claimMacKey),
    names: shareModels(names),
    ...(places !== undefined && { places }),
  };
  const workers = createThreadPool<PiiJobInput, Uint8Array | ListsNeeded>({
    ...options,
    data,
    failure: (cause) =>
      new ApiError("sanitizer_unavailable", "The text could not be sanitised", {
        cause,
        retryAfterSeconds: 5,
      }),
  });
  let pending = 0;

  return {
    name,
    async sanitise(given, work = {}, gone) {
      // A text that waits for its lists still counts as pending, so its second run is not refused.
      if (pending >= options.threads + options.queueLength)
        throw new ApiError("busy", "Too many texts are waiting", { retryAfterSeconds: 1 });
      pending += 1;
      try {
        const run = (input: PiiJobInput) => {
          const body = Uint8Array.from(input.body);
          return workers.run({ ...input, body }, { signal: gone, transfer: [body.buffer] });
        };
        return await runWithLists(run, { ...work, body: given }, lists);
      } finally {
        pending -= 1;
      }
    },
    pending: () => pending,
    close: workers.close,
  };
}
