import type { AuditEvent } from "@veil/contracts/audit";
import type { EventOutbox } from "../../src/modules/audit/ports.ts";
import type { Admission, JobOutbox, OutboxJob } from "../../src/modules/calls/native/ports.ts";

interface KeptEvent {
  readonly event: AuditEvent;
  leasedUntilMs: number;
  isRefused: boolean;
}

export function createMemoryEventOutbox() {
  const kept = new Map<string, KeptEvent>();
  const added: AuditEvent[] = [];
  const add = (events: readonly AuditEvent[]) => {
    const free = { leasedUntilMs: Number.NEGATIVE_INFINITY, isRefused: false };
    for (const event of events)
      if (!kept.has(event.event_id)) kept.set(event.event_id, { event, ...free });
  };
  const outbox: EventOutbox = {
    async add(events) {
      add(events);
      added.push(...events);
    },
    async lease(limit, leaseMs) {
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
    waiting: async (limit) =>
      [...kept.values()]
        .filter(({ isRefused }) => !isRefused)
        .map(({ event }) => event)
        .slice(-limit),
  };
  return { outbox, add, added, count: () => kept.size };
}

/** `isUnfinished`: of the jobs, by their ids. */
export function createMemoryJobOutbox(isUnfinished: (jobId: string) => boolean) {
  const rows = new Map<string, { job: OutboxJob; leasedUntilMs: number }>();
  const lease = (jobId: string, leaseMs: number, sends = 0) => {
    const row = rows.get(jobId);
    if (row === undefined) return;
    const job = { ...row.job, deliveries: row.job.deliveries + sends };
    rows.set(jobId, { job, leasedUntilMs: Date.now() + leaseMs });
  };
  const isFree = ({ job, leasedUntilMs }: { job: OutboxJob; leasedUntilMs: number }) =>
    leasedUntilMs < Date.now() && job.expiresAt.getTime() > Date.now();
  const outbox: JobOutbox = {
    async claim(limit, leaseMs, { of, others }) {
      const counts = new Map<string, number>();
      const free = [...rows.values()].filter(isFree).map(({ job }) => {
        const turn = (counts.get(job.customerId) ?? 0) + 1;
        counts.set(job.customerId, turn);
        return { job, turn };
      });
      const next = free
        .filter(({ job, turn }) => turn <= (of.get(job.customerId) ?? others))
        .sort((a, b) => a.turn - b.turn)
        .slice(0, limit);
      return next.flatMap(({ job: { jobId } }) => {
        lease(jobId, leaseMs, 1);
        return rows.get(jobId)?.job ?? [];
      });
    },
    unfinished: async (jobIds) => jobIds.filter(isUnfinished),
    async renew(jobIds, leaseMs) {
      for (const jobId of jobIds) lease(jobId, leaseMs);
    },
    async sent(jobIds) {
      for (const jobId of jobIds) rows.delete(jobId);
    },
    async release(jobId, { delivered, delayMs }) {
      lease(jobId, delayMs, delivered ? 0 : -1);
    },
  };
  return {
    outbox,
    add({ jobId, customerId, message, deadline: expiresAt }: Admission, leaseMs: number) {
      const job = { jobId, customerId, message, deliveries: 1, expiresAt };
      rows.set(jobId, { job, leasedUntilMs: Date.now() + leaseMs });
    },
    forget: (jobId: string) => void rows.delete(jobId),
    isUnsent: (jobId: string) => rows.get(jobId)?.job.deliveries === 0,
  };
}
