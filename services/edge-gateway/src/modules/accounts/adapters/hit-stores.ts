import type { Logger } from "@veil/telemetry";
import type { Store } from "express-rate-limit";
import { Redis } from "ioredis";
import { redisTls } from "../../../adapters/redis-tls.ts";
import type { CoordinationConfig } from "../../../coordination-config.ts";
import { createFallbackHitStore } from "./fallback-hit-store.ts";
import { createMemoryHitStore } from "./memory-hit-store.ts";
import { createRedisHitStore } from "./redis-hit-store.ts";

export interface HitStores {
  open(name: string): Store;
  close(): void;
}

export function createHitStores(coordination: CoordinationConfig, log: Logger): HitStores {
  switch (coordination.kind) {
    case "memory":
      return closing(() => createMemoryHitStore());
    case "redis": {
      const { url, tls, replicas } = coordination;
      const redis = connect(url, redisTls(tls, log));
      const onLost = (error: unknown) => log.warn("hit_store_lost", { error });
      const onBack = () => log.info("hit_store_back");
      // ioredis throws errors without a listener; the stores report what matters.
      redis.on("error", () => undefined);
      return closing(
        (name) => {
          const shared = createRedisHitStore(redis, name);
          return createFallbackHitStore({ shared, replicas, onLost, onBack });
        },
        () => redis.disconnect(),
      );
    }
  }
}

/** Redis must not delay a request: no queue while it is down, no waiting for an answer. */
function connect(url: string, tls: ReturnType<typeof redisTls>): Redis {
  return new Redis(url, {
    ...tls,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 250,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
}

function closing(open: (name: string) => Store, disconnect?: () => void): HitStores {
  const opened: Store[] = [];
  return {
    open(name) {
      const store = open(name);
      opened.push(store);
      return store;
    },
    close() {
      for (const store of opened) void store.shutdown?.();
      disconnect?.();
    },
  };
}
