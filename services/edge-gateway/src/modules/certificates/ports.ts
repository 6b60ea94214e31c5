import type { AuditEvent } from "@veil/contracts/audit";
import type { CertificateEvidence, CertifiedRelease } from "@veil/contracts/certificate";
import type { AuthenticatedClaim } from "@veil/contracts/claims";
import type { RandomBytes } from "@veil/crypto";
import type { SaltedOrder, SignedOrders } from "@veil/veil";
import type { ClaimMaker } from "@veil/veil/claims";
import type { Sealing } from "../../platform/sealed-record.ts";
import type { CustomerId } from "../accounts/index.ts";
import type { SealedDrafts } from "./domain/certificate-draft.ts";
import type { EndedCertificate } from "./domain/pending-certificate.ts";
import type { SignedClaims } from "./domain/stored-batch.ts";

/** An ended call without a decision. The previous version stored `pending` instead of `record`. */
export type PendingRow = { readonly requestId: string } & (
  | { readonly record: Uint8Array }
  | { readonly pending: Uint8Array }
);

/**
 * An issued certificate: of version 1, or a record with the batch that signs it. The boxes are
 * sealed with the data key; `evidence` is undefined until the log has returned it.
 */
export type IssuedRow = { readonly evidence: Uint8Array | undefined } & (
  | { readonly certificate: Uint8Array }
  | {
      readonly record: Uint8Array;
      readonly batchId: string;
      readonly signed: Uint8Array;
      readonly place: readonly number[];
    }
);

export interface CertificateRow {
  readonly customerId: CustomerId;
  readonly isRefused: boolean;
  /** Undefined if the call has no certificate, or none yet. */
  readonly issued: IssuedRow | undefined;
  readonly openingsKeyBox: Uint8Array | undefined;
  readonly openings: Uint8Array | undefined;
}

/** Certificates that the signer signed together, with the event that names them in the log. */
export interface IssuedBatch {
  readonly batchId: string;
  readonly signed: Uint8Array;
  readonly sha256: string;
  readonly event: AuditEvent;
  readonly calls: readonly {
    readonly requestId: string;
    /** The indexes of the certificate's leaf and of each claim in the batch of its component. */
    readonly place: readonly number[];
    /** Set if the previous version stored the call. */
    readonly record?: Uint8Array | undefined;
  }[];
}

/** A call that gets no certificate, with the event that says so. */
interface RefusedCall {
  readonly requestId: string;
  readonly refused: string;
  readonly event: AuditEvent;
}

/**
 * The store of certificates. Duties: a pending certificate is decided once, together with its
 * event; a claimed row is not claimed again until its lease has expired.
 */
export interface CertificateStore {
  /**
   * Adds the certificate of a call that ended without a job.
   * @param events - the call's final events. Certificate and events are stored together or not at
   * all; events that already exist do not change
   * @returns whether it was the first certificate of its request; others are ignored
   */
  add(
    customerId: CustomerId,
    ended: EndedCertificate,
    events?: readonly AuditEvent[],
  ): Promise<boolean>;
  /** Claims pending certificates, the oldest first. */
  claim(limit: number, leaseMs: number): Promise<readonly PendingRow[]>;
  /** Makes the certificates claimable again after `delayMs`. */
  release(requestIds: readonly string[], delayMs: number): Promise<void>;
  issue(batch: IssuedBatch): Promise<void>;
  refuse(calls: readonly RefusedCall[]): Promise<void>;
  find(requestId: string): Promise<CertificateRow | undefined>;
  /**
   * Returns when the oldest pending certificate was stored. Returns undefined if none is pending.
   */
  oldestPending(): Promise<Date | undefined>;
}

/** A certificate of version 1, or a batch, that has no evidence yet. */
export interface UnprovenRow {
  /** The id of the request or of the batch. */
  readonly id: string;
  /** The id of the audit event that contains the hash. */
  readonly eventId: string;
  /** The hash in the log, in hexadecimal. */
  readonly sha256: string;
  /** Time since the certificates were issued. */
  readonly waitedMs: number;
}

interface ClaimUnproven {
  readonly limit: number;
  readonly leaseMs: number;
  /** Certificates that have waited less are not returned. */
  readonly minWaitedMs: number;
}

/**
 * The store of evidence. Duties: evidence is added once; a claimed row is not claimed again until
 * its lease has expired; a certificate without evidence is given up 30 days after it was issued.
 */
export interface EvidenceStore {
  /** Whether the rows are batches, whose events belong to no request. */
  readonly ofBatches: boolean;
  /** Claims certificates without evidence, the oldest first. */
  claim(order: ClaimUnproven): Promise<readonly UnprovenRow[]>;
  /** Makes the certificates claimable again after their delay. */
  release(rows: readonly { readonly id: string; readonly delayMs: number }[]): Promise<void>;
  add(rows: readonly { readonly id: string; readonly evidence: Uint8Array }[]): Promise<void>;
  /**
   * Returns when the oldest certificate without evidence was issued. Returns undefined if there is
   * none.
   */
  oldestUnproven(): Promise<Date | undefined>;
}

/** Gets proofs from the audit log. */
export interface LogProofs {
  /**
   * Returns a proof for each event, in the same order, or undefined if the log has none yet.
   * @param cosigned - whether the checkpoint must have been cosigned by all witnesses of the log
   */
  prove(
    eventIds: readonly string[],
    cosigned: boolean,
  ): Promise<readonly (CertificateEvidence | undefined)[]>;
}

/** Has one component sign its claims in a separate batch. */
export interface ClaimSigning {
  /**
   * Returns the batch, and the index of each claim in it, which is undefined if the component does
   * not accept the claim as its own.
   * @param claims - at most 256
   */
  sign(claims: readonly AuthenticatedClaim[]): Promise<{
    readonly signed: SignedClaims | undefined;
    readonly indexes: readonly (number | undefined)[];
  }>;
}

/** Has the signer sign certificates together. */
export interface CertificateSigning {
  /** @param orders - at most 256 */
  sign(orders: readonly SaltedOrder[]): Promise<SignedOrders>;
}

/** What is needed to certify calls. */
export interface CallCertificates {
  readonly random: RandomBytes;
  /** Seals the stored data. */
  readonly sealing: Sealing;
  readonly drafts: SealedDrafts;
  /** What the operator has deployed. Null if the operator does not state it. */
  readonly release: CertifiedRelease | null;
  /** Creates the gateway's own claims. */
  readonly maker: ClaimMaker;
  /** Adds the certificate of a call that ended without a job, with its final events. */
  readonly add: CertificateStore["add"];
  /** Called after this process has stored an ended call. */
  readonly onPending: (ended: EndedCertificate) => void;
  /** Called when a call's certificate could not be made or stored, to report it to the operator. */
  readonly onLost: (requestId: string, error: unknown) => void;
}
