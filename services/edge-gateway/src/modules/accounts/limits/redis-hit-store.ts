import type { Options, Store } from "express-rate-limit";
import type { Redis } from "ioredis";
import { RedisStore } from "rate-limit-redis";

/** Counts in Redis for all replicas. Fails at once while Redis is down. */
export function createRedisHitStore(redis: Redis, name: string): Store {
  let options: Options | undefined;
  let opening: Promise<RedisStore> | undefined;

  async function open(): Promise<RedisStore> {
    const store = new RedisStore({
      prefix: `veil:hits:${name}:`,
      sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as never,
    });
    if (options !== undefined) await store.init(options);
    return store;
  }

  /** The library loads its scripts once; after a failure the next hit tries again. */
  async function opened(): Promise<RedisStore> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return await opening;
  }

  return {
    init(given) {
      options = given;
    },
    increment: async (key) => (await opened()).increment(key),
    decrement: async (key) => (await opened()).decrement(key),
    resetKey: async (key) => (await opened()).resetKey(key),
  };
}
