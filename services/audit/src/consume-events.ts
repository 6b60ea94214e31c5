import { AuditBatch, AuditEvent, AuditMessage } from "@veil/contracts/audit";
import { checked, checkedJson } from "@veil/contracts/parsing";
import { type TrustBundle, verifyMessage } from "@veil/crypto";
import type { Logger } from "@veil/telemetry";
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
  readonly store: Pick<EventStore, "setAside">;
  readonly log: Logger;
  readonly onPoisoned: (reason: PoisonReason) => void;
  readonly onRefused: (reason: RefusalReason) => void;
}

const parseMessage = checkedJson(AuditMessage);
const parseBatch = checkedJson(AuditBatch);
const parseEvent = checked(AuditEvent);

/**
 * What happens to one message: the gateway's signature is checked, its events are parsed, then appended.
 * What the log cannot hold is kept beside it, so that one event does not cost the others.
 */
export function createEventHandler(deps: ConsumerDeps): EventHandler {
  const { trust, queue, store, log, onPoisoned, onRefused } = deps;

  function poisoned(reason: PoisonReason, cause: unknown): PoisonedMessageError {
    onPoisoned(reason);
    log.warn("batch_set_aside", { reason, error: cause });
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
    const aside = [...refused, ...unstorable.map((event) => ({ event, reason: "log" as const }))];
    if (aside.length === 0) return;
    await store.setAside(aside.map((one) => sealRefused(one, trust)));
    for (const { reason } of aside) onRefused(reason);
    log.error("events_set_aside", { count: aside.length });
  };
}
