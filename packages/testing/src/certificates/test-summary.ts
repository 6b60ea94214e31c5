import type { IssuedCertificate, SignedCertificate } from "@veil/contracts/certificate";
import type { CertificateSummary, SignedSummary } from "@veil/contracts/certificate-summary";
import type { SignedManifest } from "@veil/contracts/signer";
import { sha256, signEd25519 } from "@veil/crypto";
import { certificateSummary, summaryBytes } from "@veil/veil/verifier";
import { type Changes, testIssued } from "./test-certificate.ts";
import type { TestDeployment } from "./test-deployment.ts";

/**
 * Changes to a test summary. Each function changes its argument in place, before anything that
 * depends on it is signed.
 */
export interface SummaryChanges extends Pick<Changes, "signable"> {
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
  const { signable: change } = changes;
  const certificate = testIssued(deployment, change === undefined ? {} : { signable: change });
  const summary = certificateSummary(certificate, sha256);
  changes.summary?.(summary);
  const signed = { summary, signature: signatureOf(summary, deployment) };
  changes.signed?.(signed, deployment);
  const answer = { status: "issued", ...signed, in_log: false };
  const json = Buffer.from(JSON.stringify(answer)).toString("latin1");
  const manifest = changes.manifest?.(structuredClone(deployment.manifest), deployment);
  return {
    summary: Buffer.from(changes.text?.(json) ?? json, "latin1"),
    manifest: Buffer.from(JSON.stringify(manifest ?? deployment.manifest)),
  };
}

/** Adds the signature of the summary, as the signer returns it. */
export function withSummarySignature(
  certificate: SignedCertificate,
  deployment: TestDeployment,
): IssuedCertificate {
  const summary = certificateSummary(certificate, sha256);
  const { signable, signature } = certificate;
  return { signable, signature, summary_signature: signatureOf(summary, deployment) };
}

function signatureOf(
  summary: CertificateSummary,
  { keysOf }: TestDeployment,
): SignedSummary["signature"] {
  const { keyId, key } = keysOf("veil-signer").signing("certificate");
  const signature = signEd25519(key, summaryBytes(summary)).toString("hex");
  return { key_id: keyId, algorithm: "Ed25519", signature };
}
