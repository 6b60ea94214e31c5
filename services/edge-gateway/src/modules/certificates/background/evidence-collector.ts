import { MAX_INCLUSIONS } from "@veil/contracts/audit-log";
import type { CertificateEvidence } from "@veil/contracts/certificate";
import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/service-kit/telemetry";
import { createPeriodicTask, type PeriodicTask } from "../../../platform/periodic-task.ts";
import type { Sealing } from "../../../platform/sealed-record.ts";
import type { EvidenceCheck } from "../domain/certificate-checks.ts";
import { SEALED_EVIDENCE } from "../domain/stored-certificate.ts";
import type { EvidenceStore, LogProofs, UnprovenRow } from "../ports.ts";

export interface CollectorDeps {
  /** Batches of certificates, and certificates of version 1. */
  readonly evidence: readonly EvidenceStore[];
  readonly proofs: LogProofs;
  readonly check: EvidenceCheck;
  /** Seals the stored data. */
  readonly sealing: Sealing;
  readonly onEvidence: (outcome: "taken" | "refused") => void;
  readonly onUnprovenAge: (seconds: number) => void;
  readonly log: Logger;
  readonly nowMs: Clock;
}

/**
 * How often evidence is collected. It is not done more often, because the log keeps the checkpoint
 * of each run forever.
 */
const INTERVAL_MS = 5_000;
/**
 * Evidence is requested only this long after a certificate was issued, because before that no
 * checkpoint covers its event.
 */
const MIN_WAITED_MS = 2_000;
/** Must be longer than the requests of one run may take. */
const LEASE_MS = 60_000;
/** After this time, evidence is accepted even if not all witnesses have cosigned it. */
const COSIGNED_UNTIL_MS = 120_000;
const RETRY_MS = { min: 2_000, max: 300_000 } as const;
const RETRY_AFTER_ERROR_MS = 5_000;

/**
 * Creates the task that adds evidence from the log to issued certificates. No request waits for
 * this.
 */
export function createEvidenceCollector(deps: CollectorDeps): PeriodicTask {
  const { evidence: stores, onUnprovenAge, log, nowMs } = deps;
  const order = { limit: MAX_INCLUSIONS, leaseMs: LEASE_MS, minWaitedMs: MIN_WAITED_MS };

  async function collect(evidence: EvidenceStore): Promise<void> {
    let rows: readonly UnprovenRow[];
    do {
      rows = await evidence.claim(order);
      await takeOrRelease(evidence, rows);
    } while (rows.length === MAX_INCLUSIONS);
  }

  async function takeOrRelease(
    evidence: EvidenceStore,
    rows: readonly UnprovenRow[],
  ): Promise<void> {
    const isDue = ({ waitedMs }: UnprovenRow) => waitedMs >= COSIGNED_UNTIL_MS;
    try {
      await take(deps, { evidence, cosigned: true, rows: rows.filter((row) => !isDue(row)) });
      await take(deps, { evidence, cosigned: false, rows: rows.filter(isDue) });
    } catch (error) {
      const delayMs = RETRY_AFTER_ERROR_MS;
      await evidence.release(rows.map(({ id }) => ({ id, delayMs })));
      throw error;
    }
  }

  async function reportAge(): Promise<void> {
    const oldest = await Promise.all(stores.map((store) => store.oldestUnproven()));
    const ages = oldest.map((time) => (time === undefined ? 0 : nowMs() - time.getTime()));
    onUnprovenAge(Math.max(0, ...ages) / 1_000);
  }

  const onError = (error: unknown) => log.warn("evidence_not_taken", { error });
  return createPeriodicTask({ intervalMs: INTERVAL_MS, onError }, async () => {
    try {
      for (const store of stores) await collect(store);
    } finally {
      await reportAge();
    }
  });
}

interface Asked {
  readonly evidence: EvidenceStore;
  readonly cosigned: boolean;
  readonly rows: readonly UnprovenRow[];
}

async function take(deps: CollectorDeps, { evidence, cosigned, rows }: Asked): Promise<void> {
  if (rows.length === 0) return;
  const { proofs, onEvidence } = deps;
  const eventIds = rows.map(({ eventId }) => eventId);
  const given = await proofs.prove(eventIds, cosigned);
  const taken = rows.flatMap((row, at) => {
    const requestId = evidence.ofBatches ? undefined : row.id;
    return checkedEvidence(deps, { ...row, requestId }, given[at]) ?? [];
  });
  await evidence.add(taken);
  for (const _ of taken) onEvidence("taken");
  const done = new Set(taken.map(({ id }) => id));
  const left = rows.filter(({ id }) => !done.has(id));
  await evidence.release(left.map(({ id, waitedMs }) => ({ id, delayMs: delayAfter(waitedMs) })));
}

/**
 * Returns the sealed evidence of a certificate. Returns undefined, without an error that would
 * delay other certificates, if there is none yet or if it does not prove this certificate.
 */
function checkedEvidence(
  { check, sealing, onEvidence, log }: CollectorDeps,
  { id, requestId, sha256 }: UnprovenRow & { readonly requestId: string | undefined },
  evidence: CertificateEvidence | undefined,
) {
  if (evidence === undefined) return undefined;
  try {
    check({ requestId, sha256: () => sha256, evidence });
    return { id, evidence: SEALED_EVIDENCE.seal(sealing, id, evidence) };
  } catch (error) {
    onEvidence("refused");
    log.error("evidence_refused", { request_id: id, error });
    return undefined;
  }
}

/**
 * Returns the delay until the next request, which is longer the longer the certificate has waited.
 */
function delayAfter(waitedMs: number): number {
  return Math.min(RETRY_MS.max, Math.max(RETRY_MS.min, waitedMs / 2));
}
