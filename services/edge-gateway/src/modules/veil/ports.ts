import type { AuditEvent } from "@veil/contracts/audit";
import type { CertificateOrder, IssuedCertificate } from "@veil/contracts/certificate";
import type { AuthenticatedClaim, SignedClaim } from "@veil/contracts/claims";
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
  readonly openingsKeyBox: Uint8Array | undefined;
  readonly openings: Uint8Array | undefined;
}

/** The end of one pending certificate, with the event that says so. */
export type DecidedCertificate = {
  readonly requestId: string;
  readonly event: AuditEvent;
} & ({ readonly certificate: Uint8Array } | { readonly refused: string });

/** Certificates. Duties: what is pending ends once, together with its event; a claimed row is not claimed again until its lease ends. */
export interface CertificateStore {
  /** Of a call that ended without a job; a second one of a request is ignored. */
  add(customerId: CustomerId, ended: EndedCertificate): Promise<void>;
  /** The oldest first. */
  claim(limit: number, leaseMs: number): Promise<readonly PendingRow[]>;
  /** They may be claimed again after `delayMs`. */
  release(requestIds: readonly string[], delayMs: number): Promise<void>;
  decide(decided: readonly DecidedCertificate[]): Promise<void>;
  find(requestId: string): Promise<CertificateRow | undefined>;
  /** Undefined: nothing is pending. */
  oldestPending(): Promise<Date | undefined>;
}

/** Who signs claims: a component, in its own batch. */
export interface ClaimSigning {
  /** For each claim, in their order; undefined: the component says that it is not its own. */
  sign(claims: readonly AuthenticatedClaim[]): Promise<readonly (SignedClaim | undefined)[]>;
}

export type SignedOrRefused = IssuedCertificate | { readonly refused: string };

export interface CertificateSigning {
  /** For each order, in their order. */
  sign(orders: readonly CertificateOrder[]): Promise<readonly SignedOrRefused[]>;
}
