import type { AuditEvent } from "@veil/contracts/audit";
import type { CertificateEvidence, CertificateOrder } from "@veil/contracts/certificate";
import type { AuthenticatedClaim, SignedClaim } from "@veil/contracts/claims";
import type { HashedCertificate } from "@veil/veil";
import type { CustomerId } from "../accounts/index.ts";
import type { EndedCertificate } from "./domain/pending-certificate.ts";

export interface PendingRow {
  readonly requestId: string;
  readonly pending: Uint8Array;
}

export interface CertificateRow {
  readonly customerId: CustomerId;
  readonly state: "pending" | "issued" | "refused";
  /** Sealed under the data key; undefined unless it is issued. */
  readonly certificate: Uint8Array | undefined;
  /** Sealed under the data key; undefined until the log has given it. */
  readonly evidence: Uint8Array | undefined;
  readonly openingsKeyBox: Uint8Array | undefined;
  readonly openings: Uint8Array | undefined;
}

/** The end of one pending certificate, with the event that says so. */
export type DecidedCertificate = {
  readonly requestId: string;
  readonly event: AuditEvent;
} & ({ readonly certificate: Uint8Array; readonly sha256: string } | { readonly refused: string });

/**
 * Certificates. Duties: what is pending ends once, together with its event; a claimed row is not
 * claimed again until its lease ends.
 */
export interface CertificateStore {
  /**
   * Adds the certificate of a call that ended without a job.
   * @param events - the events of that end. Both are stored, or neither; events that exist already
   * stay as they are
   * @returns whether it was the first one of its request; others are ignored
   */
  add(
    customerId: CustomerId,
    ended: EndedCertificate,
    events?: readonly AuditEvent[],
  ): Promise<boolean>;
  /** The oldest first. */
  claim(limit: number, leaseMs: number): Promise<readonly PendingRow[]>;
  /** Lets them be claimed again after `delayMs`. */
  release(requestIds: readonly string[], delayMs: number): Promise<void>;
  decide(decided: readonly DecidedCertificate[]): Promise<void>;
  find(requestId: string): Promise<CertificateRow | undefined>;
  /** Returns undefined when nothing is pending. */
  oldestPending(): Promise<Date | undefined>;
}

/** An issued certificate that has no evidence yet. */
export interface UnprovenRow {
  readonly requestId: string;
  /** The id of the event that names the certificate. */
  readonly eventId: string;
  /** The hash that the log names, hexadecimal. Undefined in a row of an earlier version. */
  readonly sha256: string | undefined;
  /** Undefined if there is `sha256`. */
  readonly certificate: Uint8Array | undefined;
  /** Time since the certificate was issued. */
  readonly waitedMs: number;
}

interface ClaimUnproven {
  readonly limit: number;
  readonly leaseMs: number;
  /** Younger certificates are left out. */
  readonly minWaitedMs: number;
}

/**
 * The evidence of certificates. Duties: it is added once; a claimed row is not claimed again until
 * its lease ends; a certificate without evidence is given up 30 days after it was issued.
 */
export interface EvidenceStore {
  /** The oldest first. */
  claim(order: ClaimUnproven): Promise<readonly UnprovenRow[]>;
  /** Lets them be claimed again after their delay. */
  release(rows: readonly { readonly requestId: string; readonly delayMs: number }[]): Promise<void>;
  add(
    rows: readonly { readonly requestId: string; readonly evidence: Uint8Array }[],
  ): Promise<void>;
  /** Returns when the oldest one without evidence was issued; undefined if there is none. */
  oldestUnproven(): Promise<Date | undefined>;
}

/** What the audit log proves. */
export interface LogProofs {
  /**
   * Returns one proof for each event, in their order; undefined if the log has none yet.
   * @param cosigned - only with a checkpoint that all witnesses of the log have cosigned
   */
  prove(
    eventIds: readonly string[],
    cosigned: boolean,
  ): Promise<readonly (CertificateEvidence | undefined)[]>;
}

/** Signs claims as one component, in a separate batch. */
export interface ClaimSigning {
  /** Returns one for each claim, in order; undefined if the component says it is not its own. */
  sign(claims: readonly AuthenticatedClaim[]): Promise<readonly (SignedClaim | undefined)[]>;
}

export type SignedOrRefused = HashedCertificate | { readonly refused: string };

export interface CertificateSigning {
  /** Returns one result for each order, in their order. */
  sign(orders: readonly CertificateOrder[]): Promise<readonly SignedOrRefused[]>;
}
