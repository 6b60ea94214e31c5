import type { Logger } from "@veil/service-kit/telemetry";
import type { Store } from "express-rate-limit";
import { Redis } from "ioredis";
import type { CoordinationConfig } from "../../../coordination-config.ts";
import { redisTls } from "../../../platform/redis-tls.ts";
import { createFallbackHitStore } from "./fallback-hit-store.ts";
import { createMemoryHitStore } from "./memory-hit-store.ts";
import { createRedisHitStore } from "./redis-hit-store.ts";
import { createRefusingHitStore } from "./refusing-hit-store.ts";

/**
 * What a limit does while Redis does not answer: `count` in this process's memory, at the limit
 * divided by the replicas; or `refuse` with 503 `server_busy`, for limits against abuse.
 */
export type WhenUnavailable = "count" | "refuse";

export interface HitStores {
  open(name: string, whenUnavailable: WhenUnavailable): Store;
  /** Resolves when Redis can count, or the first attempt to reach it has failed. */
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

/** A refusal is worse than a wait, so stores that refuse have a longer time-out. */
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

/** Redis must not delay a request: no queue while it is down, and no long wait for an answer. */
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
  // ioredis throws errors without a listener; the stores report what matters.
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
