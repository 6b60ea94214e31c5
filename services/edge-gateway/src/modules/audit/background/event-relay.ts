import type { AuditEvent } from "@veil/contracts/audit";
import { type SigningIdentity, signMessage } from "@veil/crypto";
import type { Logger } from "@veil/telemetry";
import { type EventTransport, PoisonedMessageError } from "@veil/transport/events";
import { every, type Repeating } from "../../../background/every.ts";
import type { BatchVerdict, EventOutbox } from "../ports.ts";

interface RelayDeps {
  readonly outbox: EventOutbox;
  readonly transport: EventTransport;
  readonly signer: SigningIdentity;
  readonly log: Logger;
}

const TURN_MS = 1_000;
/** Events of many requests travel together. */
const GATHER_MS = 250;
const BATCH = 256;

/** Brings audit events to the log in signed batches. `poke` it when new rows stand in the outbox. */
export function createEventRelay({ outbox, transport, signer, log }: RelayDeps): Repeating {
  async function send(events: readonly AuditEvent[]): Promise<BatchVerdict> {
    try {
      const message = signMessage(JSON.stringify({ events }), signer, "audit");
      await transport.send(JSON.stringify(message));
      return "taken";
    } catch (error) {
      if (!(error instanceof PoisonedMessageError)) throw error;
      log.error("events_refused", { count: events.length, error });
      return "refused";
    }
  }

  async function drain(): Promise<void> {
    let limit = BATCH;
    while (transport.state() === "up") {
      const { sent, verdict } = await outbox.drain(limit, send);
      if (sent < limit) return;
      // One event spoils its batch: one by one they pass, until it alone has been set aside.
      if (verdict === "refused") limit = sent === 1 ? BATCH : 1;
    }
  }
  const onError = (error: unknown) => log.warn("events_not_sent", { error });
  return every({ intervalMs: TURN_MS, gatherMs: GATHER_MS, onError }, drain);
}
