import { randomUUID } from "node:crypto";
import type { AuditEvent } from "@veil/contracts/audit";

export function sampleEvent(overrides: Partial<AuditEvent> = {}): AuditEvent {
  return {
    event_id: randomUUID(),
    occurred_at: "2026-01-31T12:00:00.000Z",
    event_type: "PROXY_INFERENCE_COMPLETED",
    actor: `cus_${"0a".repeat(16)}`,
    scope: "5c".repeat(32),
    subject: "d1".repeat(32),
    request_id: "req_1",
    payload: { model: "sim-1", input_tokens: "12" },
    ...overrides,
  };
}

export function sampleEvents(count: number): AuditEvent[] {
  return Array.from({ length: count }, () => sampleEvent());
}
