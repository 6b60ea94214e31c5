import type { CertificateSignable, IsolationCertificate } from "@veil/contracts/certificate";
import type { CanonicalTexts } from "@veil/crypto/portable";
import { fromHex, toHex } from "../hex.ts";
import type { NoteKey } from "../log/index.ts";
import type { PinnedManifestKey } from "../manifest-trust.ts";
import type { CallClaims } from "./call-claims.ts";
import { requireCertified } from "./certificate-batch.ts";
import { loggedBytes, signableBytes } from "./certificate-bytes.ts";
import { readCertificate } from "./certificate-shape.ts";
import { assembledItems } from "./edges.ts";
import { verifyEvidenceSteps } from "./evidence.ts";
import { requireFreshProbes, requireProbeReports } from "./probes.ts";
import { createSteps, type Require, type RunStep, type StepName } from "./steps.ts";
import {
  type AnyManifest,
  findKey,
  publicKeyOf,
  readTrustedManifest,
  requireLinked,
  requireValidAt,
} from "./trusted-manifest.ts";
import type { VerifierCrypto } from "./verifier-crypto.ts";
import { verifyClaimSteps } from "./verify-claims.ts";

export interface CertificateFiles {
  /** The received bytes, JSON in UTF-8. */
  readonly certificate: Uint8Array;
  readonly manifest: Uint8Array;
}

export interface CertificateTrust {
  /** One or both of the keys that signed the manifest. */
  readonly pins: readonly PinnedManifestKey[];
  /** Witnesses that must all have signed the checkpoint. */
  readonly witnesses: readonly NoteKey[];
  readonly crypto: VerifierCrypto;
}

export interface VerifiedCertificate {
  readonly certificate: IsolationCertificate;
  readonly claims: CallClaims;
  readonly manifestVersion: number;
  /** The time at which keys had to be valid, and who vouches for this time. */
  readonly judgedAt: { readonly time: string; readonly by: "issuer" | "witnesses" };
  /** The number of items of sanitised context that the gateway assembled. Such items prove less. */
  readonly assembledItems: number;
  readonly passed: readonly StepName[];
}

/**
 * Verifies a certificate by the steps of `docs/veil-format.md`, in order.
 * @throws VerificationError with the code of the first step that fails (`VERIFICATION_STEPS`)
 */
export function verifyCertificate(
  files: CertificateFiles,
  trust: CertificateTrust,
): VerifiedCertificate {
  return verifyCertificateSteps(files, trust, createSteps());
}

/**
 * Verifies a certificate with a custom function that runs the steps.
 * @param run - runs or omits a step
 */
export function verifyCertificateSteps(
  { certificate: json, manifest: manifestJson }: CertificateFiles,
  { pins, witnesses, crypto }: CertificateTrust,
  run: RunStep,
): VerifiedCertificate {
  const passed: StepName[] = [];
  const step: RunStep = (name, check) => {
    run(name, check);
    passed.push(name);
  };
  const certificate = readCertificate(json, step);
  const { signable } = certificate;
  const texts: CanonicalTexts = new WeakMap();
  const manifest = readTrustedManifest({ manifest: manifestJson, pins, crypto }, step);
  step("manifest_link", (require) => requireLinked(signable, { manifest, crypto }, require));
  step("signature", (require) =>
    requireCertified(signableBytes(signable, texts), certificate, { manifest, crypto }, require),
  );
  const log = findKey(manifest, "audit", "checkpoint").map((key) => fromHex(key.public_key));
  const logged = {
    requestId: certificate.place === undefined ? signable.request_id : undefined,
    evidence: certificate.evidence,
    sha256: () => toHex(crypto.sha256(loggedBytes(certificate, texts))),
  };
  const witnessed = verifyEvidenceSteps(logged, { log, witnesses, crypto }, step);
  const time = witnessed ?? signable.issued_at;
  step("key_validity", (require) => requireValidKeys(certificate, manifest, time, require));
  const claimKey = (component: string, keyId: string) =>
    publicKeyOf(manifest, component, "claim", keyId);
  const options = { crypto, claimKey, texts, issuedAt: signable.issued_at };
  const claims = verifyClaimSteps(signable, options, step);
  verifyIsolation(signable, claims, { manifest, crypto, step });
  return {
    ...{ certificate, claims, manifestVersion: manifest.version, passed },
    judgedAt: { time, by: witnessed === undefined ? "issuer" : "witnesses" },
    assembledItems: assembledItems(claims),
  };
}

/**
 * Requires that all keys were valid at the time. It skips keys that are not listed, because a
 * separate step reports them.
 */
function requireValidKeys(
  { signable, signature }: IsolationCertificate,
  manifest: AnyManifest,
  time: string,
  require: Require,
): void {
  const names = [
    ["veil-signer", "certificate", signature.key_id],
    ...signable.claims.map(({ batch }) => [batch.component, "claim", batch.key_id]),
    ...signable.isolation.reports.map((report) => [
      report.sender,
      "message",
      report.signing_key_id,
    ]),
  ] as const;
  for (const [service = "", purpose = "", keyId] of names)
    requireValidAt(findKey(manifest, service, purpose, keyId)[0], time, require);
}

interface IsolationOptions {
  readonly manifest: AnyManifest;
  readonly crypto: VerifierCrypto;
  readonly step: RunStep;
}

function verifyIsolation(
  { isolation }: CertificateSignable,
  { worker, gateway }: CallClaims,
  { manifest, crypto, step }: IsolationOptions,
): void {
  const probeKey = (probe: string, keyId: string) => publicKeyOf(manifest, probe, "message", keyId);
  step("probe_reports", (require) => requireProbeReports(isolation, { crypto, probeKey }, require));
  step("probe_age", (require) => requireFreshProbes(isolation, (worker ?? gateway).at, require));
}
