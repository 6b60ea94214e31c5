import type { Logger } from "@veil/telemetry";
import { type EventSource, PoisonedMessageError } from "../event-ports.ts";
import { type Consumer, createConsumer } from "./consumer.ts";
import { AUDIT } from "./names.ts";

interface RabbitmqEventSourceOptions {
  /** As user `audit`. */
  readonly url: string;
  readonly log: Logger;
  /** Batches in hand at once. */
  readonly prefetch: number;
}

/**
 * The audit service's end on RabbitMQ. A poisoned batch goes to the audit dead letters,
 * which keep it; one that could not be
 * appended comes again, after a pause that grows to half a minute.
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
