import type { SanitiserConfig } from "../config.ts";
import { type WatchedLane, watchLane } from "../lane-health.ts";
import { createInlinePiiLane } from "./inline-pii-lane.ts";
import { createPiscinaPiiLane } from "./piscina-pii-lane.ts";

interface WatchedLaneOfSize {
  readonly lane: WatchedLane;
  readonly belowBytes: number;
}

/** Three lanes by length of body: on the event loop, in threads, and in threads for the longest alone. */
export function createLanes(config: SanitiserConfig): readonly WatchedLaneOfSize[] {
  const worker = new URL("./pii-worker.js", import.meta.url);
  const { threads, queueLength, timeoutMs, threadMemoryMb: memoryMb } = config;
  const small = { name: "small", threads, queueLength, timeoutMs, memoryMb, worker };
  const large = {
    ...small,
    name: "large",
    threads: config.largeThreads,
    queueLength: config.largeQueueLength,
    timeoutMs: config.largeTimeoutMs,
  };
  return [
    { lane: watchLane(createInlinePiiLane()), belowBytes: config.inlineBelowBytes },
    { lane: watchLane(createPiscinaPiiLane(small)), belowBytes: config.largeFromBytes },
    { lane: watchLane(createPiscinaPiiLane(large)), belowBytes: Number.POSITIVE_INFINITY },
  ];
}
