import { AuditBatch, type AuditEvent } from "@veil/contracts/audit";
import { type SignedMessage, type TrustBundle, verifyMessage } from "@veil/crypto";
import { checked } from "@veil/http-kit";
import type { Logger } from "@veil/telemetry";
import { type EventHandler, PoisonedMessageError } from "@veil/transport/events";
import type { AppendQueue } from "./domain/append-queue.ts";
import { RefusedEventError } from "./domain/canonical-event.ts";

type PoisonReason = "signature" | "body" | "event";

interface ConsumerDeps {
  readonly trust: TrustBundle;
  readonly queue: AppendQueue;
  readonly log: Logger;
  readonly onPoisoned: (reason: PoisonReason) => void;
}

const parseBatch = checked(AuditBatch);

/** What happens to one message: the gateway's signature is checked, its events are parsed, then appended. */
export function createEventHandler({ trust, queue, log, onPoisoned }: ConsumerDeps): EventHandler {
  function poisoned(reason: PoisonReason, cause: unknown): PoisonedMessageError {
    onPoisoned(reason);
    log.warn("batch_set_aside", { reason, error: cause });
    return new PoisonedMessageError(`Audit message: bad ${reason}`, { cause });
  }

  function open(message: string): string {
    try {
      const signed = JSON.parse(message) as SignedMessage;
      return verifyMessage(signed, { from: "edge-gateway", to: "audit", trust });
    } catch (error) {
      throw poisoned("signature", error);
    }
  }

  function parse(body: string): readonly AuditEvent[] {
    try {
      return parseBatch(JSON.parse(body)).events;
    } catch (error) {
      throw poisoned("body", error);
    }
  }

  return async function appendMessage(message) {
    const events = parse(open(message));
    try {
      await queue.append(events);
    } catch (error) {
      throw error instanceof RefusedEventError ? poisoned("event", error) : error;
    }
  };
}
