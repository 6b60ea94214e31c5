import { systemRandomBytes } from "@veil/crypto";
import type { Logger } from "@veil/service-kit/telemetry";
import { createPeriodicTask, type PeriodicTask } from "../../../platform/periodic-task.ts";
import {
  certificateSalts,
  type EndedCertificate,
  SEALED_PENDING,
  SEALED_RECORD,
} from "../domain/pending-certificate.ts";
import type { PendingRow } from "../ports.ts";
import { type CertifyDeps, certifyCalls } from "./certify-calls.ts";
import { createPendingQueue, type OpenedCall } from "./pending-queue.ts";

export interface IssuerDeps extends CertifyDeps {
  readonly onPendingAge: (seconds: number) => void;
  readonly log: Logger;
}

const INTERVAL_MS = 1_000;
/** How long calls are collected for a batch: longer under load, because fewer batches cost less. */
const BATCH_MS = { few: 250, many: 1_000 } as const;
const MANY = 16;
/**
 * The maximum batch size. The objects of larger batches live so long that garbage collection moves
 * them, here and in the signer.
 */
const BATCH = 96;
/** While one batch waits for its signatures, another batch is read or stored. */
const BATCHES_AT_ONCE = 2;
/** Must be longer than the requests of one run may take. */
const LEASE_MS = 60_000;
const RETRY_MS = 5_000;

export interface CertificateIssuing extends PeriodicTask {
  /** Adds a call that this process has stored, to be certified soon. */
  enqueue(ended: EndedCertificate): void;
}

/**
 * Creates the task that certifies ended calls: the components sign the claims, then the signer
 * signs the certificate. No request waits for this.
 */
export function createCertificateIssuer(deps: IssuerDeps): CertificateIssuing {
  const { certificates, onPendingAge, log, nowMs } = deps;
  const queue = createPendingQueue(nowMs);
  let issued = 0;

  /**
   * Returns a function that yields the batches of a run: first the calls that were queued when the
   * run began, then those that other processes have left. Calls that arrive in the meantime wait,
   * so that batches are large.
   */
  function createNextBatch(): () => Promise<readonly OpenedCall[] | undefined> {
    const nextOwn = queue.batches(BATCH);
    let mayBeLeft = true;
    return async () => {
      const own = nextOwn();
      if (own.length > 0) return own;
      if (!mayBeLeft) return undefined;
      const rows = await certificates.claim(BATCH, LEASE_MS);
      mayBeLeft &&= rows.length === BATCH;
      return rows.length === 0 ? undefined : rows.flatMap((row) => openedRow(deps, row) ?? []);
    };
  }

  /**
   * Certifies all batches.
   * @throws the error of the first batch that failed, after all batches have ended
   */
  async function issueAll(): Promise<void> {
    issued = 0;
    const nextBatch = createNextBatch();
    async function issue(): Promise<void> {
      for (let opened = await nextBatch(); opened !== undefined; opened = await nextBatch()) {
        issued += opened.length;
        await certifyOrRelease(opened);
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: BATCHES_AT_ONCE }, issue));
    for (const one of ended) if (one.status === "rejected") throw one.reason;
  }

  async function reportAge(): Promise<void> {
    const oldest = await certificates.oldestPending();
    onPendingAge(oldest === undefined ? 0 : Math.max(0, nowMs() - oldest.getTime()) / 1_000);
  }

  async function certifyOrRelease(opened: readonly OpenedCall[]): Promise<void> {
    try {
      await certifyCalls(deps, opened);
    } catch (error) {
      const requestIds = opened.map(({ requestId }) => requestId);
      await certificates.release(requestIds, RETRY_MS);
      throw error;
    }
  }

  const onError = (error: unknown) => log.warn("certificates_not_issued", { error });
  const batchMs = () => (issued < MANY ? BATCH_MS.few : BATCH_MS.many);
  const task = createPeriodicTask({ intervalMs: INTERVAL_MS, batchMs, onError }, async () => {
    try {
      await issueAll();
    } finally {
      await reportAge();
    }
  });
  return {
    ...task,
    enqueue(ended) {
      queue.enqueue(ended);
      task.trigger();
    },
  };
}

/**
 * Opens a stored call. Returns undefined for a call that cannot be read, so that it does not delay
 * other calls. It stays pending, and the metrics show its age.
 */
function openedRow({ sealing, log }: IssuerDeps, row: PendingRow): OpenedCall | undefined {
  const { requestId } = row;
  try {
    if ("record" in row)
      return { requestId, record: SEALED_RECORD.open(sealing, requestId, row.record) };
    const pending = SEALED_PENDING.open(sealing, requestId, row.pending);
    const record = { ...pending, salts: certificateSalts(systemRandomBytes) };
    return { requestId, record, isEarlier: true };
  } catch (error) {
    log.error("certificate_unreadable", { request_id: requestId, error });
    return undefined;
  }
}
