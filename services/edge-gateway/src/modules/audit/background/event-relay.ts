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
  /**
   * Called with events that are about to be sent or are still waiting in the outbox, possibly
   * several times for the same event.
   */
  readonly onSeen: (events: readonly AuditEvent[]) => void;
  readonly log: Logger;
}

const TURN_MS = 1_000;
/** How long events are collected, so that events of many requests are sent together. */
const BATCH_MS = 250;
const BATCH = 256;
/**
 * The maximum number of waiting events that are reported to `onSeen` in each turn during an outage.
 */
const WAITING_SEEN = 1_000;
/** The maximum number of events in memory. Further events are sent after their lease. */
const MAX_HANDED_ON = 10_000;
/**
 * After this time, other replicas send the events of a slow or dead replica. The log ignores event
 * ids that it already has.
 */
const LEASE_MS = 5_000;

/** Receives events that were just stored, leased for this process. */
export type OnEvents = (events: readonly AuditEvent[]) => void;

export interface EventRelay extends PeriodicTask {
  /** Sends stored events from memory, so that they need not be read from the database. */
  readonly handOn: OnEvents;
}

/**
 * Creates the task that sends audit events to the log in signed batches: first those in the outbox
 * that nothing leases, then those that were handed on.
 */
export function createEventRelay({
  outbox,
  transport,
  signer,
  onSeen,
  log,
}: RelayDeps): EventRelay {
  const handedOn: AuditEvent[] = [];

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

  /** Sends a batch. If the log refuses it because of one event, each event is sent separately. */
  async function deliver(events: readonly AuditEvent[]): Promise<void> {
    if (await send(events)) return await outbox.taken(events.map(({ event_id }) => event_id));
    const [first, ...rest] = events;
    if (first === undefined) return;
    if (rest.length === 0) return await outbox.refused(first.event_id);
    for (const event of events) await deliver([event]);
  }

  async function deliverOrRelease(events: readonly AuditEvent[]): Promise<void> {
    onSeen(events);
    try {
      await deliver(events);
    } catch (error) {
      await outbox.release(events.map(({ event_id }) => event_id));
      throw error;
    }
  }

  /** Events that nothing leases come first, because they may be older than those in memory. */
  async function nextBatch(): Promise<readonly AuditEvent[]> {
    const left = await outbox.lease(BATCH, LEASE_MS);
    return left.length > 0 ? left : handedOn.splice(0, BATCH);
  }

  async function drain(): Promise<void> {
    while (transport.state() === "up") {
      const events = await nextBatch();
      if (events.length === 0) return;
      await deliverOrRelease(events);
    }
    handedOn.length = 0;
    onSeen(await outbox.waiting(WAITING_SEEN));
  }
  const onError = (error: unknown) => log.warn("events_not_sent", { error });
  const task = createPeriodicTask({ intervalMs: TURN_MS, batchMs: BATCH_MS, onError }, drain);
  return {
    ...task,
    handOn(events) {
      if (handedOn.length < MAX_HANDED_ON) handedOn.push(...events);
      task.trigger();
    },
  };
}
