import type { AuditEvent } from "@veil/contracts/audit";
import { type SigningIdentity, signMessage } from "@veil/crypto";
import type { Logger } from "@veil/service-kit/telemetry";
import { type EventTransport, PoisonedMessageError } from "@veil/transport/events";
import { createPeriodicTask, type PeriodicTask } from "../../../platform/periodic-task.ts";
import type { EventOutbox } from "../ports.ts";

interface RelayDeps {
  readonly outbox: EventOutbox;
  readonly transport: EventTransport;
  readonly signer: SigningIdentity;
  /** Called with each event that is about to be sent or has to wait. May repeat. */
  readonly onSeen: (events: readonly AuditEvent[]) => void;
  readonly log: Logger;
}

const TURN_MS = 1_000;
/** Events of many requests are sent together. */
const BATCH_MS = 250;
const BATCH = 256;
/** During an outage this many events are seen each second; more are not. */
const WAITING_SEEN = 1_000;
/** After it, other replicas send the events of a slow or dead one; the log ignores repeated ids. */
const LEASE_MS = 5_000;

/** Sends audit events to the log in signed batches. `trigger` it after adding rows. */
export function createEventRelay({
  outbox,
  transport,
  signer,
  onSeen,
  log,
}: RelayDeps): PeriodicTask {
  async function send(events: readonly AuditEvent[]): Promise<boolean> {
    try {
      const message = signMessage(JSON.stringify({ events }), signer, "audit");
      await transport.send(JSON.stringify(message));
      return true;
    } catch (error) {
      if (!(error instanceof PoisonedMessageError)) throw error;
      log.error("events_refused", { count: events.length, error });
      return false;
    }
  }

  /** A refused event spoils its batch, so each event is then sent alone. */
  async function deliver(events: readonly AuditEvent[]): Promise<void> {
    if (await send(events)) return await outbox.taken(events.map(({ event_id }) => event_id));
    const [first, ...rest] = events;
    if (first === undefined) return;
    if (rest.length === 0) return await outbox.refused(first.event_id);
    for (const event of events) await deliver([event]);
  }

  async function drain(): Promise<void> {
    while (transport.state() === "up") {
      const events = await outbox.lease(BATCH, LEASE_MS);
      if (events.length === 0) return;
      onSeen(events);
      try {
        await deliver(events);
      } catch (error) {
        await outbox.release(events.map(({ event_id }) => event_id));
        throw error;
      }
      if (events.length < BATCH) return;
    }
    onSeen(await outbox.waiting(WAITING_SEEN));
  }
  const onError = (error: unknown) => log.warn("events_not_sent", { error });
  return createPeriodicTask({ intervalMs: TURN_MS, batchMs: BATCH_MS, onError }, drain);
}
