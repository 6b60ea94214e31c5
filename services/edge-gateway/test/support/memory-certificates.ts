import type { AuditEvent } from "@veil/contracts/audit";
import type { Clock } from "@veil/contracts/clock";
import type {
  CertificateRow,
  CertificateStore,
  EvidenceStore,
} from "../../src/modules/certificates/ports.ts";

interface Kept extends CertificateRow {
  readonly pending: Uint8Array | undefined;
  readonly createdAt: Date;
  readonly leasedUntilMs: number;
  readonly decided?: {
    readonly eventId: string;
    readonly at: Date;
    readonly sha256: string | undefined;
  };
}

interface MemoryCertificates {
  readonly certificates: CertificateStore;
  readonly evidence: EvidenceStore;
}

/** In one process. @param onEvents - where events are stored */
export function createMemoryCertificates(
  onEvents: (events: readonly AuditEvent[]) => void,
  nowMs: Clock = Date.now,
): MemoryCertificates {
  const rows = new Map<string, Kept>();
  const change = (requestId: string, changes: Partial<Kept>) => {
    const row = rows.get(requestId);
    if (row !== undefined) rows.set(requestId, { ...row, ...changes });
  };
  const lease = (requestId: string, ms: number) =>
    change(requestId, { leasedUntilMs: nowMs() + ms });
  return {
    certificates: pendingOf(rows, { change, lease, onEvents, nowMs }),
    evidence: evidenceOf(rows, { change, lease, nowMs }),
  };
}

type Rows = Map<string, Kept>;

interface Changing {
  readonly change: (requestId: string, changes: Partial<Kept>) => void;
  readonly lease: (requestId: string, ms: number) => void;
  readonly nowMs: Clock;
}

function pendingOf(
  rows: Rows,
  {
    change,
    lease,
    onEvents,
    nowMs,
  }: Changing & { readonly onEvents: (events: readonly AuditEvent[]) => void },
): CertificateStore {
  return {
    async add(customerId, { requestId, pending, openingsKeyBox, openings, leaseMs }, events = []) {
      onEvents(events);
      if (rows.has(requestId)) return false;
      const state = { state: "pending", certificate: undefined, evidence: undefined } as const;
      const open = { ...state, createdAt: new Date(nowMs()), leasedUntilMs: nowMs() + leaseMs };
      rows.set(requestId, { customerId, pending, openingsKeyBox, openings, ...open });
      return true;
    },
    async claim(limit, leaseMs) {
      const due = [...rows].flatMap(([requestId, { pending, leasedUntilMs }]) =>
        pending === undefined || leasedUntilMs > nowMs() ? [] : [{ requestId, pending }],
      );
      const claimed = due.slice(0, limit);
      for (const { requestId } of claimed) lease(requestId, leaseMs);
      return claimed;
    },
    async release(requestIds, delayMs) {
      for (const requestId of requestIds)
        if (rows.get(requestId)?.pending !== undefined) lease(requestId, delayMs);
    },
    async decide(all) {
      for (const one of all) {
        if (rows.get(one.requestId)?.pending === undefined) continue;
        const end =
          "certificate" in one
            ? { state: "issued" as const, certificate: one.certificate }
            : { state: "refused" as const };
        const sha256 = "sha256" in one ? one.sha256 : undefined;
        const decided = { eventId: one.event.event_id, at: new Date(nowMs()), sha256 };
        change(one.requestId, { ...end, pending: undefined, leasedUntilMs: 0, decided });
        onEvents([one.event]);
      }
    },
    async find(requestId) {
      const row = rows.get(requestId);
      if (row === undefined) return undefined;
      const { customerId, state, certificate, evidence, openingsKeyBox, openings } = row;
      return { customerId, state, certificate, evidence, openingsKeyBox, openings };
    },
    async oldestPending() {
      const pending = [...rows.values()].filter((row) => row.pending !== undefined);
      return pending[0]?.createdAt;
    },
  };
}

const GIVEN_UP_AFTER_MS = 30 * 86_400_000;

function evidenceOf(rows: Rows, { change, lease, nowMs }: Changing): EvidenceStore {
  const unproven = () =>
    [...rows].flatMap(([requestId, { certificate, evidence, decided, leasedUntilMs }]) =>
      certificate === undefined ||
      evidence !== undefined ||
      decided === undefined ||
      nowMs() - decided.at.getTime() >= GIVEN_UP_AFTER_MS
        ? []
        : [{ requestId, certificate, ...decided, leasedUntilMs }],
    );
  return {
    async claim({ limit, leaseMs, minWaitedMs }) {
      const claimed = unproven()
        .map((row) => ({ ...row, waitedMs: nowMs() - row.at.getTime() }))
        .filter((row) => row.waitedMs >= minWaitedMs && row.leasedUntilMs <= nowMs())
        .slice(0, limit);
      for (const { requestId } of claimed) lease(requestId, leaseMs);
      return claimed.map(({ requestId, eventId, sha256, waitedMs }) => ({
        ...{ requestId, eventId, sha256, certificate: undefined, waitedMs },
      }));
    },
    async release(all) {
      for (const { requestId, delayMs } of all)
        if (rows.get(requestId)?.evidence === undefined) lease(requestId, delayMs);
    },
    async add(all) {
      for (const { requestId, evidence } of all) {
        const row = rows.get(requestId);
        if (row?.certificate !== undefined && row.evidence === undefined)
          change(requestId, { evidence });
      }
    },
    oldestUnproven: async () => unproven()[0]?.at,
  };
}
