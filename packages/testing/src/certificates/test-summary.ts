import type { IssuedCertificate, SignedCertificate } from "@veil/contracts/certificate";
import type { CertificateSummary, SignedSummary } from "@veil/contracts/certificate-summary";
import type { SignedManifest } from "@veil/contracts/signer";
import { sha256 } from "@veil/crypto";
import { certificateHash, certificateSummary, summaryBytes } from "@veil/veil/verifier";
import { type Changes, testIssued, testSigned } from "./test-certificate.ts";
import type { TestDeployment } from "./test-deployment.ts";

/**
 * Changes to a test summary. Each function changes its argument in place, before anything that
 * depends on it is signed.
 */
export interface SummaryChanges extends Pick<Changes, "signable" | "version"> {
  readonly summary?: (summary: CertificateSummary) => void;
  /** Runs after the summary is signed. */
  readonly signed?: (signed: SignedSummary, deployment: TestDeployment) => void;
  /** Changes the file's bytes, as a string with one character per byte. */
  readonly text?: (json: string) => string;
  readonly manifest?: (manifest: SignedManifest, deployment: TestDeployment) => SignedManifest;
}

export interface SummaryFile {
  readonly summary: Uint8Array;
  readonly manifest: Uint8Array;
}

/** Creates the public summary of a certificate, and its manifest, with the changes. */
export function testSummary(deployment: TestDeployment, changes: SummaryChanges = {}): SummaryFile {
  const { signable, version = 2 } = changes;
  const certificate = testIssued(deployment, { version, ...(signable && { signable }) });
  const summary = certificateSummary(certificate.signable, certificateHash(certificate, sha256));
  changes.summary?.(summary);
  const signed = { summary, ...testSigned(summaryBytes(summary), deployment, version) };
  changes.signed?.(signed, deployment);
  const answer = { status: "issued", ...signed, in_log: false };
  const json = Buffer.from(JSON.stringify(answer)).toString("latin1");
  const manifest = changes.manifest?.(structuredClone(deployment.manifest), deployment);
  return {
    summary: Buffer.from(changes.text?.(json) ?? json, "latin1"),
    manifest: Buffer.from(JSON.stringify(manifest ?? deployment.manifest)),
  };
}

/** Adds the signature of the summary to a certificate of version 1, as the signer returned it. */
export function withSummarySignature(
  { signable, signature }: SignedCertificate,
  deployment: TestDeployment,
): IssuedCertificate {
  const summary = certificateSummary(signable, certificateHash({ signable, signature }, sha256));
  const signed = testSigned(summaryBytes(summary), deployment, 1);
  return { signable, signature, summary_signature: signed.signature };
}
