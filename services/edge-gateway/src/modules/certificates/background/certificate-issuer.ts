import type { AuditEvent } from "@veil/contracts/audit";
import type { CertificateOrder } from "@veil/contracts/certificate";
import {
  type AuthenticatedClaim,
  CLAIM_COMPONENTS,
  type ClaimComponent,
  type SignedClaim,
} from "@veil/contracts/claims";
import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/service-kit/telemetry";
import { createPeriodicTask, type PeriodicTask } from "../../../platform/periodic-task.ts";
import type { OnEvents } from "../../audit/index.ts";
import { auditEvent } from "../../audit/index.ts";
import { type EndedCertificate, SEALED_PENDING } from "../domain/pending-certificate.ts";
import { SEALED_CERTIFICATE } from "../domain/stored-certificate.ts";
import type {
  CertificateSigning,
  CertificateStore,
  ClaimSigning,
  DecidedCertificate,
  PendingRow,
  SignedOrRefused,
} from "../ports.ts";
import { createPendingQueue, type OpenedCall } from "./pending-queue.ts";

export interface IssuerDeps {
  readonly certificates: CertificateStore;
  readonly components: Readonly<Record<ClaimComponent, ClaimSigning>>;
  readonly signer: CertificateSigning;
  /** The 32-byte key that seals the stored data. */
  readonly key: Uint8Array;
  readonly onDecided: (outcome: "issued" | "refused") => void;
  readonly onPendingAge: (seconds: number) => void;
  readonly onEvents: OnEvents;
  readonly log: Logger;
  readonly nowMs: Clock;
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
    if (opened.length === 0) return;
    try {
      await certify(deps, opened);
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

async function certify(deps: IssuerDeps, opened: readonly OpenedCall[]): Promise<void> {
  const { certificates, signer, onDecided, onEvents } = deps;
  const orders = await ordersOf(deps, opened);
  const complete = orders.filter((order) => order !== undefined);
  const results = complete.length === 0 ? [] : await signer.sign(complete);
  const byRequest = new Map(complete.map(({ request_id }, at) => [request_id, results[at]]));
  const decided = opened.map((one) =>
    decision(deps, one, byRequest.get(one.requestId) ?? CLAIM_REFUSED),
  );
  await certificates.decide(decided);
  for (const one of decided) onDecided("certificate" in one ? "issued" : "refused");
  onEvents(decided.map(({ event }) => event));
}

/**
 * Opens a stored call. Returns undefined for a call that cannot be read, so that it does not delay
 * other calls. It stays pending, and the metrics show its age.
 */
function openedRow(
  { key, log }: IssuerDeps,
  { requestId, pending }: PendingRow,
): OpenedCall | undefined {
  try {
    return { requestId, pending: SEALED_PENDING.open(key, requestId, pending) };
  } catch (error) {
    log.error("certificate_unreadable", { request_id: requestId, error });
    return undefined;
  }
}

/** The result of a call if a component refused to sign one of its claims. */
const CLAIM_REFUSED: SignedOrRefused = { refused: "claim_refused" };

/**
 * Has the claims signed. Returns undefined for calls for which a component refused to sign. Each
 * component gets its batch in a different order.
 */
async function ordersOf(
  { components }: IssuerDeps,
  opened: readonly OpenedCall[],
): Promise<readonly (CertificateOrder | undefined)[]> {
  const all = opened.flatMap(({ pending }) => pending.claims);
  const signed = new Map<AuthenticatedClaim, SignedClaim>();
  const signAll = async (component: ClaimComponent) => {
    const own = shuffled(all.filter(({ claim }) => claim.component === component));
    if (own.length === 0) return;
    const results = await components[component].sign(own);
    for (const [at, claim] of own.entries()) {
      const result = results[at];
      if (result !== undefined) signed.set(claim, result);
    }
  };
  await Promise.all(CLAIM_COMPONENTS.map(signAll));
  return opened.map(({ pending }) => {
    const claims = pending.claims.flatMap((claim) => signed.get(claim) ?? []);
    if (claims.length < pending.claims.length) return undefined;
    return { ...pending.facts, claims };
  });
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ value }) => value);
}

function decision(
  { key, nowMs }: IssuerDeps,
  { requestId, pending }: OpenedCall,
  result: SignedOrRefused,
): DecidedCertificate {
  const event = (type: string, payload: Parameters<typeof auditEvent>[2]): AuditEvent => {
    const { actor, scope, subject } = pending.owner;
    return auditEvent(type, { actor, scope, subject, requestId }, payload, new Date(nowMs()));
  };
  if ("refused" in result) {
    const { refused } = result;
    const payload = { error_type: refused, severity: "high" };
    return { requestId, refused, event: event("VEIL_CERTIFICATE_REFUSED", payload) };
  }
  const payload = { certificate_sha256: result.sha256 };
  return {
    requestId,
    certificate: SEALED_CERTIFICATE.seal(
      key,
      result.certificate.signable.request_id,
      result.certificate,
    ),
    sha256: result.sha256,
    event: event("VEIL_CERTIFICATE_ISSUED", payload),
  };
}
