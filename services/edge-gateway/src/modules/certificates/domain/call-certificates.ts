import type { CertifiedRelease } from "@veil/contracts/certificate";
import type { RandomBytes } from "@veil/crypto";
import type { ClaimMaker } from "@veil/veil/claims";
import type { CertificateStore } from "../ports.ts";
import type { DraftBoxes } from "./draft-boxes.ts";
import type { EndedCertificate } from "./pending-certificate.ts";

/** What calls need to be certified. */
export interface CallCertificates {
  readonly random: RandomBytes;
  /** 32 bytes: of what is stored. */
  readonly key: Uint8Array;
  readonly drafts: DraftBoxes;
  /** What the operator deployed; null: it does not say. */
  readonly release: CertifiedRelease | null;
  /** Of the gateway's own claims. */
  readonly maker: ClaimMaker;
  /** Of a call that ended without a job, with the events of its end. */
  readonly add: CertificateStore["add"];
  /** What this process has stored of a call that ended. */
  readonly onPending: (ended: EndedCertificate) => void;
  /** What a call would need for its certificate could not be made or stored: for the operator. */
  readonly onLost: (requestId: string, error: unknown) => void;
}
