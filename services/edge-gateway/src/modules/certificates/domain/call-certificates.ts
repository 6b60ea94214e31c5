import type { CertifiedRelease } from "@veil/contracts/certificate";
import type { RandomBytes } from "@veil/crypto";
import type { ClaimMaker } from "@veil/veil/claims";
import type { CertificateStore } from "../ports.ts";
import type { EndedCertificate } from "./pending-certificate.ts";
import type { SealedDrafts } from "./sealed-drafts.ts";

/** What calls need to be certified. */
export interface CallCertificates {
  readonly random: RandomBytes;
  /** The 32-byte key that seals what is stored. */
  readonly key: Uint8Array;
  readonly drafts: SealedDrafts;
  /** What the operator deployed; null if the operator does not say. */
  readonly release: CertifiedRelease | null;
  /** Makes the gateway's own claims. */
  readonly maker: ClaimMaker;
  /** Adds a call that ended without a job, with the events of its end. */
  readonly add: CertificateStore["add"];
  /** Called when this process has stored a call that ended. */
  readonly onPending: (ended: EndedCertificate) => void;
  /** Tells the operator that a call's certificate could not be made or stored. */
  readonly onLost: (requestId: string, error: unknown) => void;
}
