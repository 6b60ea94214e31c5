import {
  type Content,
  certificateContent,
  failedStep,
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
} from "@veil/veil/verifier";
import { CommandError } from "../../program/command-error.ts";

interface Files {
  readonly document: Uint8Array;
  readonly manifest: Uint8Array;
}

interface Trusted {
  readonly pin: readonly PinnedManifestKey[];
  readonly witness?: readonly NoteKey[] | undefined;
}

interface Verified {
  /** For people. */
  readonly content: Content;
  /** For programs; undefined when it is refused: then the error says why. */
  readonly body?: object;
  readonly refused?: CommandError;
}

const FIRST_EXIT_CODE = 10;

export function verifiedCertificate(files: Files, { pin: pins, witness = [] }: Trusted): Verified {
  const { document: certificate, manifest } = files;
  const trust = { pins, witnesses: witness, crypto: createNodeCrypto() };
  const outcome = tryCertificate({ certificate, manifest }, trust);
  const content = certificateContent(outcome, trust);
  if (!outcome.valid) return { content, refused: refusal(stepResults(outcome), outcome.error) };
  const { verified } = outcome;
  const { judgedAt, assembledItems } = verified;
  const body = {
    ...{ valid: true, request_id: verified.certificate.signable.request_id },
    ...{ judged_at: judgedAt, assembled_items: assembledItems, steps: stepResults(verified) },
  };
  return { content, body };
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

/** With the exit code of the step that failed. */
function refusal(steps: readonly StepResult[], error: VerificationError): CommandError {
  const { number } = failedStep(steps);
  const { code, message } = error;
  return new CommandError("check_failed", `step ${number}: ${message}`, {
    ...{ code, exitCode: FIRST_EXIT_CODE + number, cause: error },
  });
}
