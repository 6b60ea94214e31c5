import {
  CertificateOpenings,
  CertificateOrder,
  type CertifiedIsolation,
} from "@veil/contracts/certificate";
import { CertificateSalts } from "@veil/contracts/certificate-orders";
import { AuthenticatedClaim, type ClaimItem, type OpenedClaim } from "@veil/contracts/claims";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import {
  canonicalJson,
  type JsonValue,
  type RandomBytes,
  randomHex,
  sha256Hex,
} from "@veil/crypto";
import { type ClaimMaker, claimItem, wholeSecond } from "@veil/veil/claims";
import { type Static, Type } from "typebox";
import { type Sealing, sealedRecord, sealingUnder } from "../../../platform/sealed-record.ts";
import type { IsolationReport } from "../../isolation/index.ts";
import { authenticated, CertificateDraft } from "./certificate-draft.ts";

const { claims: _claims, ...facts } = CertificateOrder.properties;

/** An ended call as the previous version stored it until its certificate was signed. */
const PendingCertificate = Type.Object({
  owner: CertificateDraft.properties.owner,
  facts: Type.Object(facts),
  claims: Type.Array(AuthenticatedClaim),
});

/**
 * The content of an ended call's certificate: facts, the claims with their MACs, and the salts of
 * its leaves. What signs them is stored with the batch.
 */
export const CertificateRecord = Type.Object({
  ...PendingCertificate.properties,
  salts: CertificateSalts,
});
export type CertificateRecord = Static<typeof CertificateRecord>;

/**
 * SEALED_RECORD, SEALED_PENDING and SEALED_OPENINGS seal the certificate and its openings. All
 * boxes are bound to the request.
 */
export const SEALED_RECORD = sealedRecord(CertificateRecord, {
  context: "veil/certificate-record/v2",
  data: "an ended call's part of its certificate",
  sealedBy: "gateway data key",
  kept: "`CERTIFICATE_DAYS` (365); until the account is deleted",
});
export const SEALED_PENDING = sealedRecord(PendingCertificate, {
  context: "veil/pending-certificate/v1",
  data: "an ended call's part of its certificate, stored by the previous version",
  sealedBy: "gateway data key",
  kept: "until the certificate is signed",
});
export const SEALED_OPENINGS = sealedRecord(CertificateOpenings, {
  context: "veil/openings/v1",
  data: "openings of a certificate's commitments, with the answer",
  sealedBy: "HKDF(API key, request id)",
  kept: "`OPENINGS_DAYS` (30); until the job or the account is deleted",
});

/** The facts about the end of a call that its certificate needs. */
export interface EndedCall {
  readonly status: CertificateRecord["facts"]["status"];
  /** The worker's claim. Undefined if the gateway got none from the worker. */
  readonly worker: OpenedClaim | undefined;
  /** What the model wrote, as the gateway received it. Undefined if there is no output. */
  readonly output: string | undefined;
  /** The answer after the outbound scan and before re-link. Undefined if there is none. */
  readonly response: string | undefined;
  readonly trace: ComplianceTrace;
  readonly dlpRedacted: boolean;
  readonly attempts: number;
  readonly isolation: IsolationReport;
}

export interface EndedCertificate {
  readonly requestId: string;
  /** The record, sealed with the gateway's data key. */
  readonly record: Buffer;
  /** The key of `openings`, sealed with the caller's API key. */
  readonly openingsKeyBox: Buffer;
  readonly openings: Buffer;
  /** How long after it was stored only the process that has `opened` may certify it. */
  readonly leaseMs: number;
  /** The content of `record`, for the process that ended the call. */
  readonly opened?: CertificateRecord;
}

/**
 * How long only the process that ended a call may certify it. This is longer than waiting and
 * certifying take. After that, another process certifies the call if the first one has died.
 */
const LEASE_MS = 10_000;

interface PendingDeps {
  readonly sealing: Sealing;
  readonly release: CertificateRecord["facts"]["release"];
  readonly maker: ClaimMaker;
  readonly random: RandomBytes;
}

const SALT_BYTES = 16;

export function certificateSalts(random: RandomBytes): CertificateRecord["salts"] {
  const salt = () => randomHex(random, SALT_BYTES);
  return { certificate: salt(), summary: salt() };
}

/**
 * Creates the record of an ended call. This is the last use of the draft; afterwards
 * only the caller's API key opens the commitments.
 */
export function endCertificate(
  { sealing, ...deps }: PendingDeps,
  draft: CertificateDraft,
  ended: EndedCall,
): EndedCertificate {
  const { request_id: requestId } = draft;
  const record = recordOf(deps, draft, ended);
  return {
    ...{ requestId, leaseMs: LEASE_MS, opened: record },
    record: SEALED_RECORD.seal(sealing, requestId, record),
    openingsKeyBox: Buffer.from(draft.openings_key_box, "base64"),
    openings: SEALED_OPENINGS.seal(
      sealingUnder(Buffer.from(draft.openings_key, "hex")),
      requestId,
      openingsOf(draft, ended),
    ),
  };
}

function recordOf(
  { maker, release, random }: Omit<PendingDeps, "sealing">,
  draft: CertificateDraft,
  ended: EndedCall,
): CertificateRecord {
  const { request_id, redaction_count, sanitizer_layers, bridge, sanitiser, owner } = draft;
  const { worker, trace, dlpRedacted, attempts, status, isolation } = ended;
  const own = maker.claim({
    legId: request_id,
    received: [...draft.received, ...outputItems(ended)],
    emitted: [...draft.emitted, ...responseItems(draft, ended)],
  });
  return {
    owner,
    facts: {
      ...{ request_id, release, isolation: certifiedIsolation(isolation) },
      trace_sha256: sha256Hex(canonicalJson(trace as unknown as JsonValue)),
      ...{ dlp_redacted: dlpRedacted, redaction_count, sanitizer_layers, attempts, status },
    },
    claims: [own, bridge, sanitiser, ...(worker === undefined ? [] : [authenticated(worker)])],
    salts: certificateSalts(random),
  };
}

function outputItems({ worker, output }: EndedCall): ClaimItem[] {
  if (worker === undefined || output === undefined) return [];
  const edge = { seed: Buffer.from(worker.seed, "hex"), peer: "inference-worker" } as const;
  return [claimItem({ item: "model_output", class: "model_output", value: output }, edge)];
}

function responseItems({ seeds }: CertificateDraft, { response }: EndedCall): ClaimItem[] {
  if (response === undefined) return [];
  const edge = { seed: Buffer.from(seeds.response, "hex"), peer: "customer" } as const;
  return [claimItem({ item: "response", class: "response", value: response }, edge)];
}

function openingsOf(
  { request_id, seeds }: CertificateDraft,
  { worker, response }: EndedCall,
): CertificateOpenings {
  return {
    request_id,
    seeds: { ...seeds, output: worker?.seed ?? null },
    response: response ?? null,
  };
}

/** Returns the isolation for a certificate, with the signed reports of the probes in both zones. */
export function certifiedIsolation(report: IsolationReport): CertifiedIsolation {
  const { aToB, bToA, enforcedBy, probedAt, zones } = report;
  const signed = zones === undefined ? [] : [zones.a.signed, zones.b.signed];
  return {
    a_to_b: aToB,
    b_to_a: bToA,
    enforced_by: enforcedBy,
    probed_at: probedAt === undefined ? null : wholeSecond(probedAt.getTime()),
    reports: signed.filter((each) => each !== undefined),
  };
}
