import {
  type Content,
  certificateContent,
  failedStep,
  openedContent,
  type StepResult,
  stepResults,
  summaryOutcomeContent,
  summaryStepResults,
} from "@veil/certificate-page";
import type { VerificationError } from "@veil/crypto";
import { createNodeCrypto } from "@veil/veil";
import {
  type NoteKey,
  type PinnedManifestKey,
  tryCertificate,
  trySummary,
  VERIFICATION_STEPS,
} from "@veil/veil/verifier";
import { CommandError } from "../../program/command-error.ts";
import { type OwnersFiles, openCertificate } from "./open-certificate.ts";

interface Files {
  readonly document: Uint8Array;
  readonly manifest: Uint8Array;
}

interface Trusted {
  readonly pin: readonly PinnedManifestKey[];
  readonly witness?: readonly NoteKey[] | undefined;
}

interface Verified {
  /** The result for people. */
  readonly content: Content;
  /**
   * The result for programs. Undefined when the certificate is refused; `refused` then contains the
   * reason.
   */
  readonly body?: object;
  readonly refused?: CommandError;
}

const FIRST_EXIT_CODE = 10;

/**
 * Verifies a certificate, and formats the result.
 * @param owners - the owner's files, if given
 */
export function verifiedCertificate(
  { document: certificate, manifest }: Files,
  { pin: pins, witness = [] }: Trusted,
  owners: OwnersFiles | undefined,
): Verified {
  const trust = { pins, witnesses: witness, crypto: createNodeCrypto() };
  const outcome = tryCertificate({ certificate, manifest }, trust);
  const content = certificateContent(outcome, trust);
  if (!outcome.valid) return { content, refused: refusal(stepResults(outcome), outcome.error) };
  const { verified } = outcome;
  const { judgedAt, assembledItems, certificate: read } = verified;
  const opened = owners && openCertificate(read.signable, owners);
  const shown = openedContent(content, opened);
  if (opened !== undefined && "error" in opened)
    return { content: shown, refused: notOpened(opened.error) };
  const body = {
    ...{ valid: true, request_id: read.signable.request_id },
    ...{ judged_at: judgedAt, assembled_items: assembledItems, steps: stepResults(verified) },
    ...opened,
  };
  return { content: shown, body };
}

export function verifiedSummary(files: Files, { pin: pins }: Trusted): Verified {
  const { document: summary, manifest } = files;
  const trust = { pins, crypto: createNodeCrypto() };
  const outcome = trySummary({ summary, manifest }, trust);
  const content = summaryOutcomeContent(outcome, trust);
  if (!outcome.valid)
    return { content, refused: refusal(summaryStepResults(outcome), outcome.error) };
  const { verified } = outcome;
  const body = {
    ...{ valid: true, request_id: verified.summary.request_id, summary: verified.summary },
    steps: summaryStepResults(verified),
  };
  return { content, body };
}

/** Returns the error for a refused document, with the exit code of the failed step. */
function refusal(steps: readonly StepResult[], error: VerificationError): CommandError {
  const { number } = failedStep(steps);
  const { code, message } = error;
  return new CommandError("check_failed", `step ${number}: ${message}`, {
    ...{ code, exitCode: FIRST_EXIT_CODE + number, cause: error },
  });
}

/** Returns the exit codes of the steps with their meanings. */
export function exitCodesOfSteps(): readonly (readonly [number, string])[] {
  const steps = Object.values(VERIFICATION_STEPS);
  return [
    ...steps.map(
      ({ code, title }, at) => [FIRST_EXIT_CODE + at + 1, `${code}, not: ${title}`] as const,
    ),
    [NOT_OPENED.wrong_opening, "wrong_opening, not: The openings and texts are the certificate's"],
    [NOT_OPENED.wrong_answer, "wrong_answer, not: The answer is the certified one"],
  ];
}

/** Exit codes that continue the numbering of the steps' exit codes. */
const NOT_OPENED = { wrong_opening: 34, wrong_answer: 35 } as const;

function notOpened(error: VerificationError): CommandError {
  const { code, message } = error;
  const exitCode = code === "wrong_answer" ? NOT_OPENED.wrong_answer : NOT_OPENED.wrong_opening;
  return new CommandError("check_failed", message, { code, exitCode, cause: error });
}
