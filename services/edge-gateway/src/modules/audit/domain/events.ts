import { randomUUID } from "node:crypto";
import type { AuditEvent, PayloadKey } from "@veil/contracts/audit";

/** An event about a job, before it is known whose. */
export type JobEvent = Omit<AuditEvent, "actor" | "scope" | "request_id">;

interface Subject {
  /** Customer id, or the hashed token for events of the inference. */
  readonly actor: string;
  readonly scope: string;
  readonly requestId: string;
}

export type Payload = Partial<Record<PayloadKey, string>>;

/** One event for the audit log. Payload keys are a closed list; no value of the customer's is among them. */
export function auditEvent(
  event_type: string,
  { actor, scope, requestId }: Subject,
  payload: Payload,
  now: Date,
): AuditEvent {
  return { ...jobEvent(event_type, payload, now), actor, scope, request_id: requestId };
}

/** The same about a job whose subject the store knows. */
export function jobEvent(event_type: string, payload: Payload, now: Date): JobEvent {
  return { event_id: randomUUID(), occurred_at: now.toISOString(), event_type, payload };
}
