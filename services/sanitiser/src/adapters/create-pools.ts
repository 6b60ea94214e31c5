import { readBundledModels } from "@veil/pii/models";
import { type ThreadPoolOptions, threadModule } from "@veil/service-kit/threads";
import { claimMacKeys } from "@veil/veil/claims";
import type { SanitiserConfig } from "../config.ts";
import type { PoolOfSize } from "../domain/pick-pool.ts";
import { createInlinePiiPool } from "./inline-pii-pool.ts";
import { createSealedEntityLists, type SealedEntityLists } from "./sealed-entity-lists.ts";
import { createThreadedListCompiler } from "./threaded-list-compiler.ts";
import { createThreadedPiiPool } from "./threaded-pii-pool.ts";

interface OpenPools {
  readonly pools: readonly PoolOfSize[];
  close(): Promise<void>;
}

type OnThreadError = (pool: string) => ThreadPoolOptions["onError"];

/**
 * Opens three pools for different body lengths: one on the event loop, one in threads, and one in
 * separate threads for the longest bodies.
 */
export function createPools(config: SanitiserConfig, onThreadError: OnThreadError): OpenPools {
  const lists = createEntityLists(config, onThreadError("lists"));
  const worker = threadModule("./pii-worker.js", import.meta.url);
  const [claimMacKey] = claimMacKeys(config.keys);
  const names = readBundledModels();
  const { places, threads, queueLength, timeoutMs, threadMemoryMb: memoryMb } = config;
  const small = {
    ...{ name: "small", threads, queueLength, timeoutMs, memoryMb, worker, lists },
    ...{ claimMacKey, names, places },
    onError: onThreadError("small"),
  };
  const large = {
    ...small,
    name: "large",
    threads: config.largeThreads,
    queueLength: config.largeQueueLength,
    timeoutMs: config.largeTimeoutMs,
    onError: onThreadError("large"),
  };
  const pools = [
    {
      pool: createInlinePiiPool(lists, { claimMacKey, names, places }),
      belowBytes: config.inlineBelowBytes,
    },
    { pool: createThreadedPiiPool(small), belowBytes: config.largeFromBytes },
    { pool: createThreadedPiiPool(large), belowBytes: Number.POSITIVE_INFINITY },
  ];
  return {
    pools,
    async close() {
      await Promise.all([lists, ...pools.map(({ pool }) => pool)].map((part) => part.close()));
    },
  };
}

function createEntityLists(
  config: SanitiserConfig,
  onError: ThreadPoolOptions["onError"],
): SealedEntityLists {
  return createSealedEntityLists({
    identity: config.keys,
    compiler: createThreadedListCompiler({
      timeoutMs: config.largeTimeoutMs,
      memoryMb: config.threadMemoryMb,
      worker: threadModule("./list-worker.js", import.meta.url),
      onError,
    }),
    ttlMs: config.listCacheMs,
    maxBytes: config.listCacheMb * 1024 * 1024,
    nowMs: Date.now,
  });
}
