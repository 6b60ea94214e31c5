import { randomUUID } from "node:crypto";
import type { AuditEvent, CallEvent, PayloadKey } from "@veil/contracts/audit";
import { MAX_ENTRY_MS } from "@veil/contracts/audit-query";

export type JobEvent = Omit<CallEvent, "actor">;

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
  const { actor } = owner;
  return { ...jobEvent(event_type, payload, now), actor, ...membersOf(owner) };
}

function membersOf({ scope, subject, requestId }: Omit<Owner, "actor">) {
  return {
    scope,
    ...(subject !== undefined && { subject }),
    ...(requestId !== undefined && { request_id: requestId }),
  };
}

/**
 * Returns the entry of the log for events of one call, which are stored together: the last event,
 * preceded by the others. Events that happened long before the last one get separate entries.
 */
export function entriesOf(
  events: readonly CallEvent[],
  owner: Omit<Owner, "actor">,
): readonly AuditEvent[] {
  const last = events.at(-1);
  if (last === undefined) return [];
  const sinceMs = Date.parse(last.occurred_at) - MAX_ENTRY_MS;
  const isOld = ({ occurred_at }: CallEvent) => Date.parse(occurred_at) < sinceMs;
  const preceding = events.slice(0, -1).filter((event) => !isOld(event));
  const entry = { ...last, ...(preceding.length > 0 && { preceded_by: preceding }) };
  return [...events.filter(isOld), entry].map((event) => ({ ...event, ...membersOf(owner) }));
}

/** Returns the entries of the log for the events of a call's end. */
export function endEntries(events: readonly JobEvent[], owner: Owner): readonly AuditEvent[] {
  const { actor } = owner;
  return entriesOf(
    events.map((event) => ({ ...event, actor })),
    owner,
  );
}

export function jobEvent(event_type: string, payload: Payload, now: Date): JobEvent {
  return { event_id: randomUUID(), occurred_at: now.toISOString(), event_type, payload };
}
