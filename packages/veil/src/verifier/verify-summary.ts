import {
  CertificateSummary,
  SignedSummary,
  SUMMARY_TYPES,
} from "@veil/contracts/certificate-summary";
import { checked, parseJson } from "@veil/contracts/parsing";
import { verifying } from "@veil/crypto/portable";
import { Type } from "typebox";
import type { PinnedManifestKey } from "../manifest-trust.ts";
import { fitsVersion, requireCertified } from "./certificate-batch.ts";
import { summaryBytes } from "./certificate-summary.ts";
import { createSteps, type RunStep, type StepName } from "./steps.ts";
import { requireStrictJson } from "./strict-json.ts";
import { findKey, readTrustedManifest, requireLinked, requireValidAt } from "./trusted-manifest.ts";
import type { VerifierCrypto } from "./verifier-crypto.ts";

/**
 * The steps for a summary, in order. Each has the code of the certificate's step with the same
 * name.
 */
export const SUMMARY_STEPS = {
  strict_json: "It is one JSON document that has one reading",
  protocol: "Its type and version are known",
  schema: "It has the members of a summary, and no others",
  manifest_trust: "The key manifest has the signatures of the pinned keys",
  manifest_link: "The summary names this manifest, or one before it",
  signature: "The signer signed the summary",
  key_validity: "The signer's key was valid when it signed",
} as const satisfies Partial<Record<StepName, string>>;

export interface SummaryFiles {
  /** The received bytes: the response of `/public`, JSON in UTF-8. */
  readonly summary: Uint8Array;
  readonly manifest: Uint8Array;
}

export interface SummaryTrust {
  /** One or both of the keys that signed the manifest. */
  readonly pins: readonly PinnedManifestKey[];
  readonly crypto: VerifierCrypto;
}

export interface VerifiedSummary {
  readonly summary: CertificateSummary;
  readonly signingKeyId: string;
  readonly manifestVersion: number;
  readonly passed: readonly StepName[];
}

const parseKind = checked(
  Type.Object({
    summary: Type.Object({ type: Type.String(), protocol_version: Type.Integer() }),
  }),
);
const closed = { additionalProperties: false } as const;

/**
 * Ignores additional members, which are not signed, and type and version, which a separate step
 * checks.
 */
const parseShape = checked(
  Type.Object({
    ...SignedSummary.properties,
    summary: Type.Object(
      {
        ...CertificateSummary.properties,
        ...{ type: Type.String(), protocol_version: Type.Integer() },
      },
      closed,
    ),
  }),
);

/**
 * Verifies a public summary by the steps of `docs/veil-format.md`, in order.
 * @throws VerificationError with the code of the first step that fails
 */
export function verifySummary(files: SummaryFiles, trust: SummaryTrust): VerifiedSummary {
  return verifySummarySteps(files, trust, createSteps());
}

/**
 * Verifies a summary with a custom function that runs the steps.
 * @param run - runs a step
 */
export function verifySummarySteps(
  files: SummaryFiles,
  { pins, crypto }: SummaryTrust,
  run: RunStep,
): VerifiedSummary {
  const passed: StepName[] = [];
  const step: RunStep = (name, check) => {
    run(name, check);
    passed.push(name);
  };
  const signed = readSummary(files.summary, step);
  const { summary, signature } = signed;
  const trusted = { manifest: files.manifest, pins, crypto };
  const manifest = readTrustedManifest(trusted, step);
  step("manifest_link", (require) => requireLinked(summary, { manifest, crypto }, require));
  step("signature", (require) =>
    requireCertified(summaryBytes(summary), signed, { manifest, crypto }, require),
  );
  const [key] = findKey(manifest, "veil-signer", "certificate", signature.key_id);
  step("key_validity", (require) => requireValidAt(key, summary.issued_at, require));
  return { summary, signingKeyId: signature.key_id, manifestVersion: manifest.version, passed };
}

function readSummary(json: Uint8Array, step: RunStep): SignedSummary {
  step("strict_json", (require) => requireStrictJson(json, require));
  const value = verifying("malformed", "it is no JSON", () => parseJson(json));
  step("protocol", (require) => {
    const { type, protocol_version } = parseKind(value).summary;
    const types: readonly string[] = Object.values(SUMMARY_TYPES);
    require(types.includes(type), "it is no summary of a certificate");
    require(type === types[protocol_version - 1], "its protocol version is not known here");
  });
  step("schema", (require) => {
    const { summary, place } = parseShape(value);
    require(fitsVersion(summary.protocol_version, place), "its version needs another form");
  });
  return value as SignedSummary;
}
