import { randomUUID } from "node:crypto";
import {
  type AuthenticatedClaim,
  CLAIM_COMPONENTS,
  type ClaimComponent,
} from "@veil/contracts/claims";
import type { Clock } from "@veil/contracts/clock";
import { sha256Hex } from "@veil/crypto";
import type { CertificateBatch, SaltedOrder } from "@veil/veil";
import type { Sealing } from "../../../platform/sealed-record.ts";
import { auditEvent, type OnEvents } from "../../audit/index.ts";
import { SEALED_RECORD } from "../domain/pending-certificate.ts";
import { batchHash, type SignedClaims, signedClaims, storedBatch } from "../domain/stored-batch.ts";
import { weighedOrders } from "../domain/weighed-batches.ts";
import type { CertificateSigning, CertificateStore, ClaimSigning, IssuedBatch } from "../ports.ts";
import type { OpenedCall } from "./pending-queue.ts";

export interface CertifyDeps {
  readonly certificates: CertificateStore;
  readonly components: Readonly<Record<ClaimComponent, ClaimSigning>>;
  readonly signer: CertificateSigning;
  /** Seals the stored data. */
  readonly sealing: Sealing;
  readonly onDecided: (outcome: "issued" | "refused") => void;
  readonly onEvents: OnEvents;
  readonly nowMs: Clock;
}

/** A call whose claims are signed, and their indexes in the batches of their components. */
interface ReadyCall {
  readonly call: OpenedCall;
  readonly order: SaltedOrder;
  readonly indexes: readonly number[];
}

export async function certifyCalls(
  deps: CertifyDeps,
  opened: readonly OpenedCall[],
): Promise<void> {
  const claims = await signClaims(deps, opened);
  const ready = opened.flatMap((call) => readyCall(call, claims) ?? []);
  const known = new Set(ready.map(({ call }) => call));
  const left = opened.filter((call) => !known.has(call));
  await refuse(
    deps,
    left.map((call) => ({ call, refused: "claim_refused" })),
  );
  for (const part of weighedOrders(shuffled(ready))) await signTogether(deps, part, claims.batches);
}

/** Has the signer sign certificates, and stores the batch and the refusals. */
async function signTogether(
  deps: CertifyDeps,
  ready: readonly ReadyCall[],
  claims: readonly SignedClaims[],
): Promise<void> {
  const { batch, results } = await deps.signer.sign(ready.map(({ order }) => order));
  const refused: { call: OpenedCall; refused: string }[] = [];
  const early: OpenedCall[] = [];
  const calls: IssuedBatch["calls"][number][] = [];
  for (const [at, { call, indexes }] of ready.entries()) {
    const result = results[at];
    if (typeof result === "number") calls.push(issuedCall(deps, call, [result, ...indexes]));
    else if (isEarly(result?.refused, call, deps.nowMs())) early.push(call);
    else refused.push({ call, refused: result?.refused ?? "" });
  }
  if (batch !== undefined) await issue(deps, { batch, claims, calls });
  await refuse(deps, refused);
  await postpone(deps, early);
}

/** A clock that differs more than this is not expected to be set right before its call is old. */
const CLOCK_MS = 24 * 3_600_000;
const EARLY_RETRY_MS = 60_000;

/**
 * Returns whether the signer refused a call only because its own clock, or a component's, is wrong:
 * it signs the call when its clock has reached the time of the claims.
 */
function isEarly(refused: string | undefined, call: OpenedCall, nowMs: number): boolean {
  return refused === "wrong_time" && Math.abs(latestMs(call) - nowMs) <= CLOCK_MS;
}

/** Makes the calls claimable when their claims are no longer dated in the future. */
async function postpone(
  { certificates, nowMs }: CertifyDeps,
  early: readonly OpenedCall[],
): Promise<void> {
  const now = nowMs();
  await Promise.all(
    early.map((call) => {
      const delayMs = Math.max(EARLY_RETRY_MS, latestMs(call) - now);
      return certificates.release([call.requestId], delayMs);
    }),
  );
}

function latestMs({ record }: OpenedCall): number {
  return Math.max(...record.claims.map(({ claim }) => Date.parse(claim.at)));
}

interface Signed {
  readonly batch: CertificateBatch;
  readonly claims: readonly SignedClaims[];
  readonly calls: IssuedBatch["calls"];
}

async function issue(
  { certificates, onDecided, onEvents, nowMs }: CertifyDeps,
  { batch, claims, calls }: Signed,
): Promise<void> {
  const sha256 = batchHash(batch);
  const payload = { certificate_sha256: sha256, entry_count: String(calls.length) };
  const event = auditEvent("VEIL_CERTIFICATES_ISSUED", NO_OWNER, payload, new Date(nowMs()));
  const signed = Buffer.from(JSON.stringify(storedBatch(batch, claims)));
  await certificates.issue({ batchId: randomUUID(), signed, sha256, event, calls });
  for (const _ of calls) onDecided("issued");
  onEvents([event]);
}

/**
 * Stands for the owner of an event about several customers. It is the scope of no organization,
 * because theirs are HMACs.
 */
const NO_OWNER = {
  ...{ actor: "system", scope: sha256Hex("veil/certificates"), subject: undefined },
};

function issuedCall(
  { sealing }: CertifyDeps,
  { requestId, record, isEarlier }: OpenedCall,
  place: readonly number[],
): IssuedBatch["calls"][number] {
  return {
    ...{ requestId, place },
    ...(isEarlier && { record: SEALED_RECORD.seal(sealing, requestId, record) }),
  };
}

async function refuse(
  { certificates, onDecided, onEvents, nowMs }: CertifyDeps,
  calls: readonly { readonly call: OpenedCall; readonly refused: string }[],
): Promise<void> {
  if (calls.length === 0) return;
  const rows = calls.map(({ call: { requestId, record }, refused }) => {
    const { actor, scope, subject } = record.owner;
    const payload = { error_type: refused, severity: "high" };
    const owner = { actor, scope, subject, requestId };
    const event = auditEvent("VEIL_CERTIFICATE_REFUSED", owner, payload, new Date(nowMs()));
    return { requestId, refused, event };
  });
  await certificates.refuse(rows);
  for (const _ of rows) onDecided("refused");
  onEvents(rows.map(({ event }) => event));
}

/** The claims of the calls, signed by their components. */
interface SignedByAll {
  readonly batches: readonly SignedClaims[];
  readonly indexes: ReadonlyMap<AuthenticatedClaim, number>;
}

/** Has each component sign its claims, each in a different order. */
async function signClaims(
  { components }: CertifyDeps,
  opened: readonly OpenedCall[],
): Promise<SignedByAll> {
  const all = opened.flatMap(({ record }) => record.claims);
  const indexes = new Map<AuthenticatedClaim, number>();
  const signAll = async (component: ClaimComponent) => {
    const own = shuffled(all.filter(({ claim }) => claim.component === component));
    if (own.length === 0) return undefined;
    const { signed, indexes: given } = await components[component].sign(own);
    for (const [at, claim] of own.entries()) {
      const index = given[at];
      if (index !== undefined) indexes.set(claim, index);
    }
    return signed;
  };
  const batches = await Promise.all(CLAIM_COMPONENTS.map(signAll));
  return { batches: batches.filter((signed) => signed !== undefined), indexes };
}

/** Returns undefined if a component refused a claim of the call. */
function readyCall(call: OpenedCall, { batches, indexes }: SignedByAll): ReadyCall | undefined {
  const { facts, claims, salts } = call.record;
  const own = claims.flatMap((claim) => indexes.get(claim) ?? []);
  if (own.length < claims.length) return undefined;
  const order = { ...facts, claims: signedClaims({ claims }, batches, own), salts };
  return { call, indexes: own, order };
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ value }) => value);
}
