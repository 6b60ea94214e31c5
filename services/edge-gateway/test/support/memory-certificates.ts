import type { AuditEvent } from "@veil/contracts/audit";
import type { CertificateRow, CertificateStore } from "../../src/modules/veil/ports.ts";

interface Kept extends CertificateRow {
  readonly pending: Uint8Array | undefined;
  readonly createdAt: Date;
  readonly leasedUntilMs: number;
}

/** CertificateStore in one process. @param onEvents - where events are stored */
export function createMemoryCertificates(
  onEvents: (events: readonly AuditEvent[]) => void,
): CertificateStore {
  const rows = new Map<string, Kept>();
  const lease = (requestId: string, ms: number) => {
    const row = rows.get(requestId);
    if (row) rows.set(requestId, { ...row, leasedUntilMs: Date.now() + ms });
  };
  return {
    async add(customerId, { requestId, pending, openingsKeyBox, openings }) {
      if (rows.has(requestId)) return;
      const open = { state: "pending", certificate: undefined, leasedUntilMs: 0 } as const;
      const createdAt = new Date();
      rows.set(requestId, { customerId, pending, openingsKeyBox, openings, createdAt, ...open });
    },
    async claim(limit, leaseMs) {
      const due = [...rows].flatMap(([requestId, { pending, leasedUntilMs }]) =>
        pending === undefined || leasedUntilMs > Date.now() ? [] : [{ requestId, pending }],
      );
      const claimed = due.slice(0, limit);
      for (const { requestId } of claimed) lease(requestId, leaseMs);
      return claimed;
    },
    async release(requestIds, delayMs) {
      for (const requestId of requestIds) lease(requestId, delayMs);
    },
    async decide(decided) {
      for (const one of decided) {
        const row = rows.get(one.requestId);
        if (row?.pending === undefined) continue;
        const end =
          "certificate" in one
            ? { state: "issued" as const, certificate: one.certificate }
            : { state: "refused" as const };
        rows.set(one.requestId, { ...row, ...end, pending: undefined });
        onEvents([one.event]);
      }
    },
    async find(requestId) {
      const row = rows.get(requestId);
      if (row === undefined) return undefined;
      const { customerId, state, certificate, openingsKeyBox, openings } = row;
      return { customerId, state, certificate, openingsKeyBox, openings };
    },
    async oldestPending() {
      const pending = [...rows.values()].filter((row) => row.pending !== undefined);
      return pending[0]?.createdAt;
    },
  };
}
