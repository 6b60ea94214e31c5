import { randomUUID } from "node:crypto";
import type { AuditEvent, PayloadKey } from "@veil/contracts/audit";

export type JobEvent = Omit<AuditEvent, "actor" | "scope" | "request_id">;

interface Subject {
  readonly actor: string;
  readonly scope: string;
  /** Undefined: no request caused it. */
  readonly requestId?: string | undefined;
}

export type Payload = Partial<Record<PayloadKey, string>>;

/** Payload keys are a closed list, without any value of the customer's. */
export function auditEvent(
  event_type: string,
  { actor, scope, requestId }: Subject,
  payload: Payload,
  now: Date,
): AuditEvent {
  const request = requestId === undefined ? {} : { request_id: requestId };
  return { ...jobEvent(event_type, payload, now), actor, scope, ...request };
}

export function jobEvent(event_type: string, payload: Payload, now: Date): JobEvent {
  return { event_id: randomUUID(), occurred_at: now.toISOString(), event_type, payload };
}
