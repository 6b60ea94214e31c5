import { type VerificationCode, VerificationError } from "@veil/crypto/portable";
import { type StepResult, stepResults } from "./step-results.ts";
import { createSteps, type RunStep, type StepName } from "./steps.ts";
import {
  type CertificateFiles,
  type CertificateTrust,
  type VerifiedCertificate,
  verifyCertificateSteps,
} from "./verify-certificate.ts";

export type CertificateCheck = { readonly steps: readonly StepResult[] } & (
  | { readonly verified: VerifiedCertificate }
  | { readonly failed: VerificationCode }
);

/** As `verifyCertificate`, for those to whom a certificate that is not valid is a finding and no error. */
export function checkCertificate(
  files: CertificateFiles,
  trust: CertificateTrust,
): CertificateCheck {
  const passed: StepName[] = [];
  const run = createSteps();
  const step: RunStep = (name, check) => {
    run(name, check);
    passed.push(name);
  };
  try {
    const verified = verifyCertificateSteps(files, trust, step);
    return { verified, steps: stepResults(passed) };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return { failed: error.code, steps: stepResults(passed, error.code) };
  }
}
