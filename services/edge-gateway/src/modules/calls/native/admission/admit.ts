import type { Clock } from "@veil/contracts/clock";
import type { ProviderCredential } from "@veil/contracts/inference";
import { type RandomBytes, randomHex } from "@veil/crypto";
import type { ProviderCredentials } from "../../../accounts/index.ts";
import { auditEvent } from "../../../audit/index.ts";
import type { CallCertificates } from "../../../certificates/index.ts";
import type { TemplateContent } from "../../content/content.ts";
import { sealedDraft } from "../../ending/call-draft.ts";
import { callFacts } from "../../prepare/call-facts.ts";
import { type InferenceParameters, inferenceJob } from "../../prepare/inference-job.ts";
import type { CallInput, PreparedCall } from "../../prepare/prepare.ts";
import { sealRelinkMap } from "../../relink/relink-map.ts";
import type { JobFacts } from "../../trace/job-facts.ts";
import type { JobMessages } from "../delivery/job-messages.ts";
import type { Admission, AdmissionOutcome, Jobs } from "../ports.ts";
import type { JobIds } from "./job-ids.ts";

export interface AdmitDeps {
  readonly random: RandomBytes;
  readonly jobIds: JobIds;
  readonly credentials: ProviderCredentials;
  readonly jobs: Jobs;
  readonly messages: JobMessages;
  readonly nowMs: Clock;
  readonly leaseMs: number;
  readonly jobDeadlineMs: number;
  readonly certificates?: CallCertificates | undefined;
}

export interface AdmissionInput extends Pick<Admission, "quota" | "idempotency"> {
  readonly input: CallInput<TemplateContent>;
  readonly prepared: PreparedCall<TemplateContent>;
  readonly parameters: InferenceParameters;
  readonly relink: boolean;
  readonly receivedAt: Date;
}

export interface AdmittedCall {
  readonly admission: Admission;
  readonly outcome: AdmissionOutcome;
}

export async function admitJob(deps: AdmitDeps, given: AdmissionInput): Promise<AdmittedCall> {
  const { prepared, parameters, input } = given;
  const { caller, trace, record } = input;
  const { customerId, keyId, apiKey } = caller;
  const { requestId } = trace;
  const credential = await deps.credentials.forCaller(caller);
  const jobId = deps.jobIds.mint(customerId);
  const facts = jobFacts(deps, given, credential.kind);
  const deadline = wholeSecond(deps.nowMs() + deps.jobDeadlineMs);
  const jobInput = { jobRequestId: facts.job_request_id, credential, parameters, deadline };
  const job = inferenceJob(prepared, jobInput, deps.random);
  const admission: Admission = {
    ...{ jobId, customerId, keyId, requestId, facts, deadline },
    relinkMap: sealRelinkMap(apiKey, jobId, relinkMapInput(given)),
    certificateDraft: sealedDraft(deps.certificates, { input, prepared, job, facts }),
    message: deps.messages.seal(jobId, job),
    events: [...record.events(), submittedEvent(jobId, facts, requestId, new Date(deps.nowMs()))],
    quota: given.quota,
    ...(given.idempotency && { idempotency: given.idempotency }),
  };
  return { admission, outcome: await deps.jobs.admit(admission, deps.leaseMs) };
}

function submittedEvent(jobId: string, facts: JobFacts, requestId: string, now: Date) {
  const { actor, scope, subject, model } = facts;
  const payload = { job_id: jobId, ...(model !== undefined && { model }) };
  const owner = { actor, scope, subject, requestId };
  return auditEvent("PROXY_INFERENCE_SUBMITTED", owner, payload, now);
}

function jobFacts(
  { random }: AdmitDeps,
  { input, prepared, parameters, relink, receivedAt }: AdmissionInput,
  credential: ProviderCredential["kind"],
): JobFacts {
  return {
    job_request_id: `jrq_${randomHex(random)}`,
    credential: credential === "managed" ? "managed" : "customer",
    received_at: receivedAt.toISOString(),
    ...(parameters.model !== undefined && { model: parameters.model }),
    relink,
    ...callFacts(input, prepared),
  };
}

function relinkMapInput({ input, prepared }: AdmissionInput) {
  const { content } = input;
  const { sanitisation, measured } = prepared;
  return {
    entries: sanitisation.entries,
    linkHosts: content.linkHosts,
    ...(measured && { evaluation: measured.evaluation }),
  };
}

/** Sandbox B must not learn a time finer than a second. */
function wholeSecond(ms: number): Date {
  return new Date(Math.ceil(ms / 1000) * 1000);
}
