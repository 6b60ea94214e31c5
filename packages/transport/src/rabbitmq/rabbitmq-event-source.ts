import type { Logger } from "@veil/service-kit/telemetry";
import { type EventSource, PoisonedMessageError } from "../event-ports.ts";
import { type Consumer, createConsumer } from "./consumer.ts";
import { AUDIT } from "./names.ts";

interface RabbitmqEventSourceOptions {
  readonly url: string;
  readonly log: Logger;
  readonly prefetch: number;
}

/**
 * Creates an event source on RabbitMQ. A poisoned batch goes to the audit dead letters. Any other
 * failed batch is delivered again, after a pause that increases up to 30 s.
 */
export function createRabbitmqEventSource(options: RabbitmqEventSourceOptions): EventSource {
  const { url, log, prefetch } = options;
  let batches: Consumer | undefined;
  return {
    state: () => batches?.state() ?? "down",
    async start(handler) {
      batches = createConsumer({
        url,
        log,
        component: "audit-events",
        queue: AUDIT.queue,
        prefetch,
        async handle({ text }) {
          try {
            await handler(text);
            return { kind: "ack" };
          } catch (error) {
            if (!(error instanceof PoisonedMessageError)) throw error;
            log.error("message_poisoned", { component: "audit-events", error });
            return { kind: "dead-letter" };
          }
        },
      });
    },
    async stop(graceMs) {
      await batches?.stop(graceMs);
    },
  };
}
