import type { WorkerClaimRequest } from "@veil/contracts/claims";
import type { ProviderCredential } from "@veil/contracts/inference";
import { type RandomBytes, randomHex } from "@veil/crypto";
import type { MessagesContent, TemplateContent } from "../content/content.ts";
import type { SanitisedMessagesJob, SanitisedTemplateJob } from "../content/sanitised-job.ts";
import type { PreparedCall, PreparedClaims } from "./prepare.ts";

interface CommonParameters {
  readonly model: string | undefined;
  readonly temperature: number | undefined;
}

export interface InferenceParameters extends CommonParameters {
  readonly maxTokens: number;
}

export interface DirectParameters extends CommonParameters {
  readonly maxTokens: number | undefined;
}

interface JobInput<P extends CommonParameters> {
  readonly jobRequestId: string;
  readonly credential: ProviderCredential;
  readonly parameters: P;
  /** Whole seconds: Sandbox B must not learn a finer time. */
  readonly deadline: Date;
}

/** Builds the job of a template, for a queue. */
export function inferenceJob(
  prepared: PreparedCall<TemplateContent>,
  input: JobInput<InferenceParameters>,
  random: RandomBytes,
): SanitisedTemplateJob {
  const { maxTokens: max_tokens } = input.parameters;
  return { ...commonFields(prepared, input, random), ...prepared.content, max_tokens };
}

/** Builds the job of messages, for one call to the worker. */
export function messagesJob(
  prepared: PreparedCall<MessagesContent>,
  input: JobInput<DirectParameters>,
  random: RandomBytes,
): SanitisedMessagesJob {
  const { maxTokens: max_tokens } = input.parameters;
  return {
    ...commonFields(prepared, input, random),
    ...prepared.content,
    ...(max_tokens !== undefined && { max_tokens }),
  };
}

function commonFields(
  { token, claims }: Pick<PreparedCall, "token" | "claims">,
  { jobRequestId, credential, parameters, deadline }: JobInput<CommonParameters>,
  random: RandomBytes,
) {
  const { model, temperature } = parameters;
  return {
    job_request_id: jobRequestId,
    token,
    ...(model !== undefined && { model }),
    ...(temperature !== undefined && { temperature }),
    credential,
    end_user_id: randomHex(random),
    deadline: deadline.toISOString().replace(".000Z", "Z"),
    ...(claims && { claim: workerClaim(claims) }),
  };
}

function workerClaim({ seeds, sanitiser, positions }: PreparedClaims): WorkerClaimRequest {
  return { seed: seeds.job, context_seed: sanitiser.opened.seed, ...positions };
}
