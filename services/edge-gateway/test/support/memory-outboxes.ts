import type { AuditEvent } from "@veil/contracts/audit";
import type { EventOutbox } from "../../src/modules/audit/ports.ts";

interface KeptEvent {
  readonly event: AuditEvent;
  leasedUntilMs: number;
  isRefused: boolean;
}

/** One process's events, in the order in which they were added. */
export function createMemoryEventOutbox() {
  const kept = new Map<string, KeptEvent>();
  const outbox: EventOutbox = {
    async claim(limit, leaseMs) {
      const free = [...kept.values()]
        .filter(({ isRefused, leasedUntilMs }) => !isRefused && leasedUntilMs < Date.now())
        .slice(0, limit);
      for (const row of free) row.leasedUntilMs = Date.now() + leaseMs;
      return free.map(({ event }) => event);
    },
    async taken(eventIds) {
      for (const id of eventIds) kept.delete(id);
    },
    async refused(eventId) {
      const row = kept.get(eventId);
      if (row !== undefined) row.isRefused = true;
    },
    async release(eventIds) {
      for (const id of eventIds) {
        const row = kept.get(id);
        if (row !== undefined) row.leasedUntilMs = Number.NEGATIVE_INFINITY;
      }
    },
  };
  return {
    outbox,
    add(events: readonly AuditEvent[]) {
      const free = { leasedUntilMs: Number.NEGATIVE_INFINITY, isRefused: false };
      for (const event of events) kept.set(event.event_id, { event, ...free });
    },
    count: () => kept.size,
  };
}
