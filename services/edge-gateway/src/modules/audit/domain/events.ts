import { randomUUID } from "node:crypto";
import type { AuditEvent, PayloadKey } from "@veil/contracts/audit";

export type JobEvent = Omit<AuditEvent, "actor" | "scope" | "subject" | "request_id">;

interface Owner {
  readonly actor: string;
  readonly scope: string;
  /** Undefined for a job that an earlier version admitted. */
  readonly subject: string | undefined;
  /** Undefined if no request caused the event. */
  readonly requestId?: string | undefined;
}

export type Payload = Partial<Record<PayloadKey, string>>;

/**
 * Creates an audit event. Only known payload keys are possible, and payloads contain no values from
 * the customer's texts.
 */
export function auditEvent(
  event_type: string,
  owner: Owner,
  payload: Payload,
  now: Date,
): AuditEvent {
  return {
    ...jobEvent(event_type, payload, now),
    ...membersOf(owner),
  };
}

function membersOf({ actor, scope, subject, requestId }: Owner) {
  return {
    ...{ actor, scope },
    ...(subject !== undefined && { subject }),
    ...(requestId !== undefined && { request_id: requestId }),
  };
}

/** Adds the owner of a call to the events of its end. */
export function ownedEvents(events: readonly JobEvent[], owner: Owner): readonly AuditEvent[] {
  return events.map((event) => ({ ...event, ...membersOf(owner) }));
}

export function jobEvent(event_type: string, payload: Payload, now: Date): JobEvent {
  return { event_id: randomUUID(), occurred_at: now.toISOString(), event_type, payload };
}
