import { VerificationError } from "@veil/crypto/portable";
import { createSteps, type RunStep, type StepName } from "./steps.ts";
import {
  type CertificateFiles,
  type CertificateTrust,
  type VerifiedCertificate,
  verifyCertificateSteps,
} from "./verify-certificate.ts";
import {
  type SummaryFiles,
  type SummaryTrust,
  type VerifiedSummary,
  verifySummarySteps,
} from "./verify-summary.ts";

/** The result of a verification as a value, for callers that show it step by step. */
type Outcome<T> =
  | { readonly valid: true; readonly verified: T }
  | {
      readonly valid: false;
      readonly passed: readonly StepName[];
      readonly failed: StepName;
      readonly error: VerificationError;
    };

export type CertificateOutcome = Outcome<VerifiedCertificate>;
export type SummaryOutcome = Outcome<VerifiedSummary>;

export function tryCertificate(
  files: CertificateFiles,
  trust: CertificateTrust,
): CertificateOutcome {
  return outcomeOf((run) => verifyCertificateSteps(files, trust, run));
}

export function trySummary(files: SummaryFiles, trust: SummaryTrust): SummaryOutcome {
  return outcomeOf((run) => verifySummarySteps(files, trust, run));
}

function outcomeOf<T>(verify: (run: RunStep) => T): Outcome<T> {
  const run = createSteps();
  const begun: StepName[] = [];
  try {
    const verified = verify((name, check) => {
      begun.push(name);
      run(name, check);
    });
    return { valid: true, verified };
  } catch (error) {
    const failed = begun.at(-1);
    if (!(error instanceof VerificationError) || failed === undefined) throw error;
    return { valid: false, passed: begun.slice(0, -1), failed, error };
  }
}
