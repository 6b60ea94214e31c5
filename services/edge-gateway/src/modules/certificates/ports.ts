import type { AuditEvent } from "@veil/contracts/audit";
import type {
  CertificateEvidence,
  CertificateOrder,
  CertifiedRelease,
} from "@veil/contracts/certificate";
import type { AuthenticatedClaim, SignedClaim } from "@veil/contracts/claims";
import type { RandomBytes } from "@veil/crypto";
import type { HashedCertificate } from "@veil/veil";
import type { ClaimMaker } from "@veil/veil/claims";
import type { CustomerId } from "../accounts/index.ts";
import type { SealedDrafts } from "./domain/certificate-draft.ts";
import type { EndedCertificate } from "./domain/pending-certificate.ts";

export interface PendingRow {
  readonly requestId: string;
  readonly pending: Uint8Array;
}

export interface CertificateRow {
  readonly customerId: CustomerId;
  readonly state: "pending" | "issued" | "refused";
  /** Sealed with the data key. Undefined unless the certificate was issued. */
  readonly certificate: Uint8Array | undefined;
  /** Sealed with the data key. Undefined until the log has returned it. */
  readonly evidence: Uint8Array | undefined;
  readonly openingsKeyBox: Uint8Array | undefined;
  readonly openings: Uint8Array | undefined;
}

/** The decision on a pending certificate, with its audit event. */
export type DecidedCertificate = {
  readonly requestId: string;
  readonly event: AuditEvent;
} & ({ readonly certificate: Uint8Array; readonly sha256: string } | { readonly refused: string });

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
  decide(decided: readonly DecidedCertificate[]): Promise<void>;
  find(requestId: string): Promise<CertificateRow | undefined>;
  /**
   * Returns when the oldest pending certificate was stored. Returns undefined if none is pending.
   */
  oldestPending(): Promise<Date | undefined>;
}

/** An issued certificate that has no evidence yet. */
export interface UnprovenRow {
  readonly requestId: string;
  /** The id of the audit event that contains the certificate's hash. */
  readonly eventId: string;
  /** The hash in the log, in hexadecimal. Undefined in a row that an earlier version stored. */
  readonly sha256: string | undefined;
  /** The sealed certificate. Undefined if `sha256` is defined. */
  readonly certificate: Uint8Array | undefined;
  /** Time since the certificate was issued. */
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
  /** Claims certificates without evidence, the oldest first. */
  claim(order: ClaimUnproven): Promise<readonly UnprovenRow[]>;
  /** Makes the certificates claimable again after their delay. */
  release(rows: readonly { readonly requestId: string; readonly delayMs: number }[]): Promise<void>;
  add(
    rows: readonly { readonly requestId: string; readonly evidence: Uint8Array }[],
  ): Promise<void>;
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
   * Returns a signed claim for each claim, in order, or undefined if the component does not accept
   * the claim as its own.
   */
  sign(claims: readonly AuthenticatedClaim[]): Promise<readonly (SignedClaim | undefined)[]>;
}

export type SignedOrRefused = HashedCertificate | { readonly refused: string };

export interface CertificateSigning {
  /** Returns a result for each order, in the same order. */
  sign(orders: readonly CertificateOrder[]): Promise<readonly SignedOrRefused[]>;
}

/** What is needed to certify calls. */
export interface CallCertificates {
  readonly random: RandomBytes;
  /** The 32-byte key that seals the stored data. */
  readonly key: Uint8Array;
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
