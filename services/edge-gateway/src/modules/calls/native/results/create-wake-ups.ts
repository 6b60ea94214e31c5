import type { Logger } from "@veil/service-kit/telemetry";
import type { TlsFiles } from "@veil/service-kit/tls";
import { Redis } from "ioredis";
import { redisTls } from "../../../../platform/coordination.ts";
import type { FinishedJob, OnWake, WakeUps } from "../ports.ts";

interface RedisWakeUpsOptions {
  readonly url: string;
  readonly tls?: TlsFiles | undefined;
  readonly log: Logger;
  /** One channel for all jobs, so that a request does not need its own subscription in Redis. */
  readonly channel?: string;
}

/**
 * Creates wake-ups through Redis. While Redis is down, each replica wakes only its own requests;
 * requests on other replicas poll once a second.
 */
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

function createListeners() {
  const waiting = new Map<string, Set<OnWake>>();
  return {
    add(jobId: string, onWake: OnWake) {
      const those = waiting.get(jobId) ?? new Set();
      waiting.set(jobId, those.add(onWake));
      return () => {
        those.delete(onWake);
        if (those.size === 0 && waiting.get(jobId) === those) waiting.delete(jobId);
      };
    },
    call(jobId: string, finished?: FinishedJob) {
      for (const onWake of waiting.get(jobId) ?? []) onWake(finished);
    },
  };
}

export function createMemoryWakeUps(): WakeUps {
  const listeners = createListeners();
  return {
    state: () => "up",
    wake: listeners.call,
    subscribe: listeners.add,
    close: async () => {},
  };
}
