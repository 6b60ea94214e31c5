import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { Logger } from "@veil/service-kit/telemetry";
import { MemoryStore, type Options, type Store } from "express-rate-limit";
import { Redis } from "ioredis";
import { RedisStore } from "rate-limit-redis";
import { type CoordinationConfig, redisTls } from "../../../platform/coordination.ts";

/**
 * What a limit does while Redis does not respond. `count`: hits are counted in the memory of this
 * process, with the limit divided by the number of replicas. `refuse`: requests are refused with
 * 503 `server_busy`. Limits against abuse use `refuse`.
 */
export type WhenUnavailable = "count" | "refuse";

export interface HitStores {
  open(name: string, whenUnavailable: WhenUnavailable): Store;
  /** Resolves when Redis can count or the first attempt to connect has failed. */
  ready(): Promise<void>;
  close(): void;
}

export function createHitStores(coordination: CoordinationConfig, log: Logger): HitStores {
  switch (coordination.kind) {
    case "memory":
      return closing({ open: () => createMemoryHitStore() });
    case "redis":
      return createRedisHitStores(coordination, log);
  }
}

type RedisConfig = Extract<CoordinationConfig, { kind: "redis" }>;

/** Stores that refuse have a longer time-out, because a refusal is worse than a wait. */
const LEAST_TIMEOUT_BEFORE_REFUSAL_MS = 2_000;

function createRedisHitStores(config: RedisConfig, log: Logger): HitStores {
  const { replicas, timeoutMs = 250 } = config;
  const counting = connect(config, timeoutMs, log);
  const refusing = connect(config, Math.max(timeoutMs, LEAST_TIMEOUT_BEFORE_REFUSAL_MS), log);
  const availability = {
    onUnavailable: (error: unknown) => log.warn("hit_store_lost", { error }),
    onRecovered: () => log.info("hit_store_back"),
  };
  return closing({
    open(name, whenUnavailable) {
      if (whenUnavailable === "refuse")
        return createRefusingHitStore({
          shared: createRedisHitStore(refusing.redis, name),
          ...availability,
        });
      const shared = createRedisHitStore(counting.redis, name);
      return createFallbackHitStore({ shared, replicas, ...availability });
    },
    async ready() {
      await Promise.all([counting.ready, refusing.ready]);
    },
    disconnect() {
      counting.redis.disconnect();
      refusing.redis.disconnect();
    },
  });
}

/**
 * Connects to Redis in a way that does not delay requests: there is no queue while Redis is down
 * and no long wait for a response.
 */
function connect({ url, tls }: RedisConfig, timeoutMs: number, log: Logger) {
  const redis = new Redis(url, {
    ...redisTls(tls, log),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: timeoutMs,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  // Without a listener, ioredis throws errors. The stores report those that matter.
  redis.on("error", () => undefined);
  const ready = new Promise<void>((resolve) => {
    for (const event of ["ready", "close"]) redis.once(event, () => resolve());
  });
  return { redis, ready };
}

interface Opening extends Pick<HitStores, "open">, Partial<Pick<HitStores, "ready">> {
  readonly disconnect?: () => void;
}

function closing({ open, ready = async () => {}, disconnect }: Opening): HitStores {
  const opened: Store[] = [];
  return {
    ready,
    open(name, whenUnavailable) {
      const store = open(name, whenUnavailable);
      opened.push(store);
      return store;
    },
    close() {
      for (const store of opened) void store.shutdown?.();
      disconnect?.();
    },
  };
}

/**
 * Creates a store in memory. It copies the results, because the objects that the library's memory
 * store returns are changed by later hits.
 */
export function createMemoryHitStore(): Store {
  const store = new MemoryStore();
  return {
    localKeys: true,
    init: (options) => store.init(options),
    increment(key) {
      // The library counts the hit before `increment` returns its promise.
      const counted = store.increment(key);
      const snapshot = { ...store.current.get(key) };
      return counted.then((live) => ({ ...live, ...snapshot }));
    },
    decrement: (key) => store.decrement(key),
    resetKey: (key) => store.resetKey(key),
    shutdown: () => store.shutdown(),
  };
}

/** Creates a store that counts in Redis for all replicas. It fails at once while Redis is down. */
function createRedisHitStore(redis: Redis, name: string): Store {
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

  /**
   * Opens the library's store, which loads its scripts once. After a failure, the next hit tries
   * again.
   */
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

interface FallbackOptions extends AvailabilityOptions {
  readonly shared: Store;
  /** The number of replicas that count separately while the shared store is down. */
  readonly replicas: number;
}

/**
 * Creates a store that counts in the shared store while that is available. Otherwise each hit is
 * counted in this process and multiplied by the number of replicas, so that all replicas together
 * keep the limit. The first hit counts only once, so that a small limit does not lock callers out.
 */
export function createFallbackHitStore({ shared, replicas, ...options }: FallbackOptions): Store {
  const local = createMemoryHitStore();
  const { isUnavailable, attempt } = trackAvailability(options);

  async function incrementLocal(key: string) {
    const { totalHits, resetTime } = await local.increment(key);
    return { totalHits: totalHits === 1 ? 1 : totalHits * replicas, resetTime };
  }

  return {
    async init(given) {
      await local.init?.(given);
      await shared.init?.(given);
    },
    async increment(key) {
      const hits = await attempt(() => shared.increment(key));
      return hits === UNAVAILABLE ? await incrementLocal(key) : hits;
    },
    async decrement(key) {
      if (isUnavailable()) return await local.decrement(key);
      await attempt(() => shared.decrement(key));
    },
    async resetKey(key) {
      await local.resetKey(key);
      if (!isUnavailable()) await shared.resetKey(key);
    },
    shutdown: () => local.shutdown?.(),
  };
}

interface RefusingOptions extends AvailabilityOptions {
  readonly shared: Store;
}

/**
 * Creates a store that counts in the shared store while that is available. Otherwise it refuses,
 * with 503 `server_busy`, each request that would be counted. It is for limits against abuse, which
 * must not be multiplied by the number of replicas. A hit that cannot be refunded stays.
 */
export function createRefusingHitStore({ shared, ...options }: RefusingOptions): Store {
  const { isUnavailable, attempt } = trackAvailability(options);
  return {
    init: (given) => shared.init?.(given),
    async increment(key) {
      const hits = await attempt(() => shared.increment(key));
      if (hits === UNAVAILABLE) throw limitNotKnown();
      return hits;
    },
    async decrement(key) {
      if (!isUnavailable()) await attempt(() => shared.decrement(key));
    },
    resetKey: (key) => shared.resetKey(key),
    shutdown: () => shared.shutdown?.(),
  };
}

function limitNotKnown(): ApiError {
  return new ApiError("server_busy", "The limit of these requests cannot be checked right now", {
    retryAfterSeconds: 5,
  });
}

export interface AvailabilityOptions {
  readonly onUnavailable: (error: unknown) => void;
  readonly onRecovered: () => void;
  readonly nowMs?: Clock;
}

const RETRY_AFTER_MS = 500;

/** The result of a call that failed or was not made because the store is unavailable. */
const UNAVAILABLE = Symbol("unavailable");

/**
 * Tracks whether a store is available. While it is not, one call at a time tries it, and other
 * calls do not wait for a time-out.
 */
function trackAvailability(options: AvailabilityOptions) {
  const { onUnavailable, onRecovered, nowMs = Date.now } = options;
  let unavailable = false;
  let retryAtMs = 0;

  function failed(error: unknown) {
    if (!unavailable) onUnavailable(error);
    unavailable = true;
    retryAtMs = nowMs() + RETRY_AFTER_MS;
  }

  async function tryCall<T>(call: () => T | Promise<T>): Promise<T> {
    if (unavailable) retryAtMs = nowMs() + RETRY_AFTER_MS;
    const result = await call();
    if (unavailable) onRecovered();
    unavailable = false;
    return result;
  }

  return {
    isUnavailable: () => unavailable,
    async attempt<T>(call: () => T | Promise<T>): Promise<T | typeof UNAVAILABLE> {
      if (unavailable && nowMs() < retryAtMs) return UNAVAILABLE;
      try {
        return await tryCall(call);
      } catch (error) {
        failed(error);
        return UNAVAILABLE;
      }
    },
  };
}
