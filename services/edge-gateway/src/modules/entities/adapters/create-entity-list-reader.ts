import { threadModule } from "@veil/service-kit/threads";
import { readEntityList } from "./entity-list-job.ts";
import {
  createThreadedEntityListReader,
  type ThreadedListReader,
} from "./threaded-entity-list-reader.ts";

/** Bytes that the event loop may parse. */
const INLINE_BELOW = 64 * 1024;

/** Reads short lists on the event loop, long ones in a thread. */
export function createEntityListReader(
  onError: (error: unknown) => void,
  worker = threadModule("./entity-list-worker.js", import.meta.url),
): ThreadedListReader {
  const threaded = createThreadedEntityListReader({
    queueLength: 16,
    timeoutMs: 10_000,
    memoryMb: 512,
    worker,
    onError,
  });
  return {
    read: async (body) =>
      body.length < INLINE_BELOW ? readEntityList(body) : await threaded.read(body),
    close: threaded.close,
  };
}
