import type { SanitiserConfig } from "../config.ts";
import { type WatchedLane, watchLane } from "../lane-health.ts";
import type { EntityLists } from "../ports.ts";
import { createInlinePiiLane } from "./inline-pii-lane.ts";
import { createPiscinaListCompiler } from "./piscina-list-compiler.ts";
import { createPiscinaPiiLane } from "./piscina-pii-lane.ts";
import { createSealedEntityLists } from "./sealed-entity-lists.ts";

interface WatchedLaneOfSize {
  readonly lane: WatchedLane;
  readonly belowBytes: number;
}

/** Three lanes by length of body: on the event loop, in threads, and in threads for the longest alone. */
export function createLanes(
  config: SanitiserConfig,
  lists: EntityLists,
): readonly WatchedLaneOfSize[] {
  const worker = new URL("./pii-worker.js", import.meta.url);
  const { threads, queueLength, timeoutMs, threadMemoryMb: memoryMb } = config;
  const small = { name: "small", threads, queueLength, timeoutMs, memoryMb, worker, lists };
  const large = {
    ...small,
    name: "large",
    threads: config.largeThreads,
    queueLength: config.largeQueueLength,
    timeoutMs: config.largeTimeoutMs,
  };
  return [
    { lane: watchLane(createInlinePiiLane(lists)), belowBytes: config.inlineBelowBytes },
    { lane: watchLane(createPiscinaPiiLane(small)), belowBytes: config.largeFromBytes },
    { lane: watchLane(createPiscinaPiiLane(large)), belowBytes: Number.POSITIVE_INFINITY },
  ];
}

/** Lists are made ready in a thread of their own. */
export function createEntityLists(config: SanitiserConfig): EntityLists {
  return createSealedEntityLists({
    identity: config.keys,
    compiler: createPiscinaListCompiler({
      timeoutMs: config.largeTimeoutMs,
      memoryMb: config.threadMemoryMb,
      worker: new URL("./list-worker.js", import.meta.url),
    }),
    ttlMs: config.listCacheMs,
    maxBytes: config.listCacheMb * 1024 * 1024,
    nowMs: Date.now,
  });
}
