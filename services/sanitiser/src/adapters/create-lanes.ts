import { threadModule } from "@veil/thread-pool";
import type { SanitiserConfig } from "../config.ts";
import type { LaneOfSize } from "../domain/pick-lane.ts";
import { createInlinePiiLane } from "./inline-pii-lane.ts";
import { createPiscinaListCompiler } from "./piscina-list-compiler.ts";
import { createPiscinaPiiLane } from "./piscina-pii-lane.ts";
import { createSealedEntityLists, type SealedEntityLists } from "./sealed-entity-lists.ts";

interface OpenLanes {
  readonly lanes: readonly LaneOfSize[];
  close(): Promise<void>;
}

/** Three lanes by length of body: on the event loop, in threads, and in threads for the longest alone. */
export function createLanes(config: SanitiserConfig): OpenLanes {
  const lists = createEntityLists(config);
  const worker = threadModule("./pii-worker.js", import.meta.url);
  const { threads, queueLength, timeoutMs, threadMemoryMb: memoryMb } = config;
  const small = { name: "small", threads, queueLength, timeoutMs, memoryMb, worker, lists };
  const large = {
    ...small,
    name: "large",
    threads: config.largeThreads,
    queueLength: config.largeQueueLength,
    timeoutMs: config.largeTimeoutMs,
  };
  const lanes = [
    { lane: createInlinePiiLane(lists), belowBytes: config.inlineBelowBytes },
    { lane: createPiscinaPiiLane(small), belowBytes: config.largeFromBytes },
    { lane: createPiscinaPiiLane(large), belowBytes: Number.POSITIVE_INFINITY },
  ];
  return {
    lanes,
    async close() {
      await Promise.all([lists, ...lanes.map(({ lane }) => lane)].map((part) => part.close()));
    },
  };
}

/** Lists are made ready in a thread of their own. */
function createEntityLists(config: SanitiserConfig): SealedEntityLists {
  return createSealedEntityLists({
    identity: config.keys,
    compiler: createPiscinaListCompiler({
      timeoutMs: config.largeTimeoutMs,
      memoryMb: config.threadMemoryMb,
      worker: threadModule("./list-worker.js", import.meta.url),
    }),
    ttlMs: config.listCacheMs,
    maxBytes: config.listCacheMb * 1024 * 1024,
    nowMs: Date.now,
  });
}
