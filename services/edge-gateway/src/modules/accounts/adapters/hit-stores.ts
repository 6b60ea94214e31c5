import type { Logger } from "@veil/telemetry";
import type { Store } from "express-rate-limit";
import { Redis } from "ioredis";
import { redisTls } from "../../../adapters/redis-tls.ts";
import type { CoordinationConfig } from "../../../coordination-config.ts";
import { createFallbackHitStore } from "./fallback-hit-store.ts";
import { createMemoryHitStore } from "./memory-hit-store.ts";
import { createRedisHitStore } from "./redis-hit-store.ts";
import { createRefusingHitStore } from "./refusing-hit-store.ts";

/**
 * While Redis does not answer: `count` in this process's memory, at the limit divided by the replicas; or `refuse` with
 * 503 `server_busy`, for limits against abuse.
 */
export type WhenLost = "count" | "refuse";

export interface HitStores {
  open(name: string, whenLost: WhenLost): Store;
  /** Resolves when Redis can count, or the first attempt to reach it has failed. */
  tried(): Promise<void>;
  close(): void;
}

export function createHitStores(coordination: CoordinationConfig, log: Logger): HitStores {
  switch (coordination.kind) {
    case "memory":
      return closing({ open: () => createMemoryHitStore() });
    case "redis": {
      const { url, tls, replicas } = coordination;
      const redis = connect(url, redisTls(tls, log));
      // ioredis throws errors without a listener; the stores report what matters.
      redis.on("error", () => undefined);
      const tried = new Promise<void>((resolve) => {
        for (const event of ["ready", "close"]) redis.once(event, () => resolve());
      });
      const loss = {
        onLost: (error: unknown) => log.warn("hit_store_lost", { error }),
        onBack: () => log.info("hit_store_back"),
      };
      return closing({
        open(name, whenLost) {
          const shared = createRedisHitStore(redis, name);
          if (whenLost === "refuse") return createRefusingHitStore({ shared, ...loss });
          return createFallbackHitStore({ shared, replicas, ...loss });
        },
        tried: () => tried,
        disconnect: () => redis.disconnect(),
      });
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

interface Opening extends Pick<HitStores, "open">, Partial<Pick<HitStores, "tried">> {
  readonly disconnect?: () => void;
}

function closing({ open, tried = async () => {}, disconnect }: Opening): HitStores {
  const opened: Store[] = [];
  return {
    tried,
    open(name, whenLost) {
      const store = open(name, whenLost);
      opened.push(store);
      return store;
    },
    close() {
      for (const store of opened) void store.shutdown?.();
      disconnect?.();
    },
  };
}
