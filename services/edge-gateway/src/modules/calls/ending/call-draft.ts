import type { InferenceJob } from "@veil/contracts/inference";
import {
  type CallCertificates,
  type CertificateDraft,
  draftCertificate,
} from "../../certificates/index.ts";
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

/** Undefined if the call gets no certificate. */
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
