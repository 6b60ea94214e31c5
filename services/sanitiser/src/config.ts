import { availableParallelism } from "node:os";
import { type Env, EnvReader } from "@veil/service-kit/config";
import { readServiceKeys, readServiceSettings } from "@veil/service-kit/http";
import { readEngines } from "./read-engines.ts";

export function readConfig(env: Env) {
  const read = new EnvReader(env);
  const config = {
    ...readServiceSettings(read, { port: 8082, opsPort: 9082 }),
    keys: readServiceKeys(read, "sanitiser", ["claim"]),
    inlineBelowBytes: read.integer("SANITISER_INLINE_BELOW_BYTES", 2_048),
    largeFromBytes: read.integer("SANITISER_LARGE_FROM_BYTES", 65_536),
    threads: read.integer("SANITISER_THREADS", availableParallelism(), { min: 1, max: 256 }),
    largeThreads: read.integer("SANITISER_LARGE_THREADS", 1, { min: 1, max: 256 }),
    queueLength: read.integer("SANITISER_QUEUE_LENGTH", 256, { min: 1 }),
    largeQueueLength: read.integer("SANITISER_LARGE_QUEUE_LENGTH", 64, { min: 1 }),
    timeoutMs: read.integer("SANITISER_ENGINE_TIMEOUT_MS", 8_000, { min: 1 }),
    largeTimeoutMs: read.integer("SANITISER_LARGE_ENGINE_TIMEOUT_MS", 60_000, { min: 1 }),
    threadMemoryMb: read.integer("SANITISER_THREAD_MEMORY_MB", 1_024, { min: 64 }),
    places: read.oneOf("PLACES", ["personal", "all"], "personal"),
    listCacheMs: read.integer("ENTITY_LIST_CACHE_MS", 600_000, { min: 1_000 }),
    listCacheMb: read.integer("ENTITY_LIST_CACHE_MB", 256, { min: 1 }),
    engines: readEngines(read),
  };
  read.done();
  return config;
}

export type SanitiserConfig = ReturnType<typeof readConfig>;
