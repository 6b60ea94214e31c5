import type { Logger } from "@veil/service-kit/telemetry";
import type { TlsFiles } from "@veil/service-kit/tls";
import { Redis } from "ioredis";
import { redisTls } from "../../../../platform/redis-tls.ts";
import type { WakeUps } from "../ports.ts";
import { createListeners } from "./memory-wake-ups.ts";

interface RedisWakeUpsOptions {
  readonly url: string;
  readonly tls?: TlsFiles | undefined;
  readonly log: Logger;
  /** One channel for all jobs, so that a request needs no subscription. */
  readonly channel?: string;
}

/** While Redis is down, each replica wakes its own requests; the others poll once a second. */
export function createRedisWakeUps({
  url,
  tls,
  log,
  channel = "veil:job-finished",
}: RedisWakeUpsOptions): WakeUps {
  const listeners = createListeners();
  const encrypted = redisTls(tls, log);
  const publisher = new Redis(url, {
    ...encrypted,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 250,
  });
  const subscriber = new Redis(url, { ...encrypted, maxRetriesPerRequest: null });
  for (const connection of [publisher, subscriber])
    connection.on("error", (error) => log.warn("redis_connection_lost", { error }));
  subscriber.on("message", (_channel: string, jobId: string) => listeners.call(jobId));
  subscriber
    .subscribe(channel)
    .catch((error: unknown) => log.warn("redis_subscribe_failed", { error }));

  return {
    state: () => (subscriber.status === "ready" && publisher.status === "ready" ? "up" : "down"),
    wake(jobId, finished) {
      listeners.call(jobId, finished);
      publisher.publish(channel, jobId).catch((error: unknown) => {
        log.warn("wake_up_not_published", { job_id: jobId, error });
      });
    },
    subscribe: listeners.add,
    async close() {
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
