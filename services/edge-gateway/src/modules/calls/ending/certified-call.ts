import type { OpenedClaim } from "@veil/contracts/claims";
import type { InferenceJob, InferenceResult } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { modelOutputValue } from "@veil/veil/job-items";
import {
  type CallCertificates,
  type CertificateDraft,
  draftCertificate,
  type EndedCertificate,
  endCertificate,
} from "../../certificates/index.ts";
import type { IsolationReport } from "../../isolation/index.ts";
import type { CallInput, PreparedCall } from "../prepare/prepare.ts";
import { detectionLayers } from "../scanning/detection-layers.ts";
import { total } from "../scanning/scan-outbound.ts";
import type { JobFacts } from "../trace/job-facts.ts";

interface SentCall {
  readonly input: Pick<CallInput, "caller" | "trace">;
  readonly prepared: PreparedCall;
  readonly job: InferenceJob;
  readonly facts: JobFacts;
}

/** Undefined: the call gets no certificate. */
export function draftOf(
  certificates: CallCertificates | undefined,
  { input, prepared, job, facts }: SentCall,
): CertificateDraft | undefined {
  const { claims, sanitisation } = prepared;
  if (certificates === undefined || claims === undefined) return undefined;
  const { actor, scope, subject } = facts;
  const { caller, trace } = input;
  return draftCertificate({
    requestId: trace.requestId,
    apiKey: caller.apiKey,
    customerId: caller.customerId,
    owner: { actor, scope, ...(subject !== undefined && { subject }) },
    claims,
    job,
    redactionCount: total(sanitisation.counts),
    sanitizerLayers: detectionLayers(sanitisation.layers),
    random: certificates.random,
  });
}

export function sealedDraft(certificates: CallCertificates | undefined, sent: SentCall) {
  const draft = draftOf(certificates, sent);
  return certificates && draft && certificates.drafts.seal(draft);
}

/** What the worker returned, besides the answer itself. */
export interface WorkerClaims {
  readonly worker: OpenedClaim | undefined;
  /** The item `model_output`, over what the gateway got. */
  readonly output: string | undefined;
}

/** Undefined: no model wrote, or the worker claims nothing. */
export function outputOf(result: object): string | undefined {
  const { claim, choices } = result as Partial<Pick<CompletedResult, "claim" | "choices">>;
  return claim && choices && modelOutputValue(choices);
}

type CompletedResult = Extract<InferenceResult, { outcome: "completed" }>;

interface EndedJob extends WorkerClaims {
  readonly requestId: string;
  readonly draft: Uint8Array | undefined;
  readonly status: "completed" | "failed";
  readonly attempts: number;
  /** After the outbound scan; undefined: no answer. */
  readonly text: string | undefined;
  readonly trace: ComplianceTrace;
  readonly dlpRedacted: boolean;
  readonly isolation: IsolationReport;
}

/** A job ends in any case: without what its certificate needs, it gets none, and the operator is told. */
export function endedJobCertificate(
  certificates: CallCertificates | undefined,
  { requestId, draft, text, ...ended }: EndedJob,
): EndedCertificate | undefined {
  if (certificates === undefined || draft === undefined) return undefined;
  try {
    const response = text === undefined ? undefined : responseValue([{ text, calls: [] }]);
    const opened = certificates.drafts.open(requestId, draft);
    return endCertificate(certificates, opened, { ...ended, response });
  } catch (error) {
    certificates.onLost(requestId, error);
    return undefined;
  }
}

interface AnsweredChoice {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
}

/** The item `response`: for each choice its text, and then its calls of tools with their arguments. */
export function responseValue(choices: readonly AnsweredChoice[]): string {
  return JSON.stringify(
    choices.map(({ text, calls }) => [text, ...calls.map((call) => [call.name, call.arguments])]),
  );
}
