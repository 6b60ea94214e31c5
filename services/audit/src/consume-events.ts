import { AuditBatch, AuditEvent, AuditMessage } from "@veil/contracts/audit";
import { checked, checkedJson } from "@veil/contracts/parsing";
import { type TrustBundle, verifyMessage } from "@veil/crypto";
import type { Logger } from "@veil/service-kit/telemetry";
import { type EventHandler, PoisonedMessageError } from "@veil/transport/events";
import type { AppendQueue } from "./domain/append-queue.ts";
import {
  appendSound,
  type RefusalReason,
  sealRefused,
  sortEvents,
} from "./domain/refused-events.ts";
import type { EventStore } from "./ports.ts";

type PoisonReason = "signature" | "body";

interface ConsumerDeps {
  readonly trust: TrustBundle;
  readonly queue: AppendQueue;
  readonly store: Pick<EventStore, "keepDeadLetters">;
  readonly log: Logger;
  readonly onPoisoned: (reason: PoisonReason) => void;
  readonly onRefused: (reason: RefusalReason) => void;
}

const parseMessage = checkedJson(AuditMessage);
const parseBatch = checkedJson(AuditBatch);
const parseEvent = checked(AuditEvent);

/**
 * Creates a handler that verifies the gateway's signature, parses the events, and appends them.
 * Events that the log refuses become dead letters, so that the other events are still stored.
 */
export function createEventHandler(deps: ConsumerDeps): EventHandler {
  const { trust, queue, store, log, onPoisoned, onRefused } = deps;

  function poisoned(reason: PoisonReason, cause: unknown): PoisonedMessageError {
    onPoisoned(reason);
    log.warn("batch_dead_lettered", { reason, error: cause });
    return new PoisonedMessageError(`Audit message: bad ${reason}`, { cause });
  }

  function open(message: string): string {
    try {
      return verifyMessage(parseMessage(message), { from: "edge-gateway", to: "audit", trust });
    } catch (error) {
      throw poisoned("signature", error);
    }
  }

  function parse(body: string): readonly unknown[] {
    try {
      return parseBatch(body).events;
    } catch (error) {
      throw poisoned("body", error);
    }
  }

  return async function appendMessage(message) {
    const { sound, refused } = sortEvents(parse(open(message)), parseEvent);
    const unstorable = await appendSound(sound, queue.append);
    const deadLetters = [
      ...refused,
      ...unstorable.map((event) => ({ event, reason: "log" as const })),
    ];
    if (deadLetters.length === 0) return;
    await store.keepDeadLetters(deadLetters.map((one) => sealRefused(one, trust)));
    for (const { reason } of deadLetters) onRefused(reason);
    log.error("events_dead_lettered", { count: deadLetters.length });
  };
}
