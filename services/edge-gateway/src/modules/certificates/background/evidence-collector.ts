import { MAX_INCLUSIONS } from "@veil/contracts/audit-log";
import type { CertificateEvidence } from "@veil/contracts/certificate";
import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/service-kit/telemetry";
import { createPeriodicTask, type PeriodicTask } from "../../../platform/periodic-task.ts";
import type { EvidenceCheck } from "../domain/certificate-checks.ts";
import { certificateHash, openCertificate, SEALED_EVIDENCE } from "../domain/stored-certificate.ts";
import type { EvidenceStore, LogProofs, UnprovenRow } from "../ports.ts";

export interface CollectorDeps {
  readonly evidence: EvidenceStore;
  readonly proofs: LogProofs;
  readonly check: EvidenceCheck;
  /** The 32-byte key that seals the stored data. */
  readonly key: Uint8Array;
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
  const { evidence, onUnprovenAge, log, nowMs } = deps;
  const order = { limit: MAX_INCLUSIONS, leaseMs: LEASE_MS, minWaitedMs: MIN_WAITED_MS };

  async function collect(): Promise<void> {
    let rows: readonly UnprovenRow[];
    do {
      rows = await evidence.claim(order);
      await takeOrRelease(rows);
    } while (rows.length === MAX_INCLUSIONS);
  }

  async function takeOrRelease(rows: readonly UnprovenRow[]): Promise<void> {
    const isDue = ({ waitedMs }: UnprovenRow) => waitedMs >= COSIGNED_UNTIL_MS;
    try {
      await take(deps, { cosigned: true, rows: rows.filter((row) => !isDue(row)) });
      await take(deps, { cosigned: false, rows: rows.filter(isDue) });
    } catch (error) {
      const delayMs = RETRY_AFTER_ERROR_MS;
      await evidence.release(rows.map(({ requestId }) => ({ requestId, delayMs })));
      throw error;
    }
  }

  async function reportAge(): Promise<void> {
    const oldest = await evidence.oldestUnproven();
    onUnprovenAge(oldest === undefined ? 0 : Math.max(0, nowMs() - oldest.getTime()) / 1_000);
  }

  const onError = (error: unknown) => log.warn("evidence_not_taken", { error });
  return createPeriodicTask({ intervalMs: INTERVAL_MS, onError }, async () => {
    try {
      await collect();
    } finally {
      await reportAge();
    }
  });
}

interface Asked {
  readonly cosigned: boolean;
  readonly rows: readonly UnprovenRow[];
}

async function take(deps: CollectorDeps, { cosigned, rows }: Asked): Promise<void> {
  if (rows.length === 0) return;
  const { evidence, proofs, onEvidence } = deps;
  const eventIds = rows.map(({ eventId }) => eventId);
  const given = await proofs.prove(eventIds, cosigned);
  const taken = rows.flatMap((row, at) => checkedEvidence(deps, row, given[at]) ?? []);
  await evidence.add(taken);
  for (const _ of taken) onEvidence("taken");
  const done = new Set(taken.map(({ requestId }) => requestId));
  const left = rows.filter(({ requestId }) => !done.has(requestId));
  await evidence.release(left.map(({ requestId, waitedMs }) => delayed(requestId, waitedMs)));
}

/**
 * Returns the sealed evidence of a certificate. Returns undefined, without an error that would
 * delay other certificates, if there is none yet or if it does not prove this certificate.
 */
function checkedEvidence(
  { check, key, onEvidence, log }: CollectorDeps,
  row: UnprovenRow,
  evidence: CertificateEvidence | undefined,
) {
  if (evidence === undefined) return undefined;
  const { requestId } = row;
  try {
    check({ requestId, sha256: () => hashOf(key, row), evidence });
    return { requestId, evidence: SEALED_EVIDENCE.seal(key, requestId, evidence) };
  } catch (error) {
    onEvidence("refused");
    log.error("evidence_refused", { request_id: requestId, error });
    return undefined;
  }
}

function hashOf(key: Uint8Array, { requestId, sha256, certificate }: UnprovenRow): string {
  if (sha256 !== undefined) return sha256;
  if (certificate === undefined) throw new TypeError("There is neither a hash nor a certificate");
  return certificateHash(openCertificate(key, requestId, { certificate }));
}

/**
 * Returns the delay until the next request, which is longer the longer the certificate has waited.
 */
function delayed(requestId: string, waitedMs: number) {
  return { requestId, delayMs: Math.min(RETRY_MS.max, Math.max(RETRY_MS.min, waitedMs / 2)) };
}
