import type { WorkerClaimRequest } from "@veil/contracts/claims";
import type { InferenceJob, ProviderCredential } from "@veil/contracts/inference";
import { type RandomBytes, randomHex, sha256Hex } from "@veil/crypto";
import {
  type CallCertificates,
  type CertificateDraft,
  draftCertificate,
} from "../../certificates/index.ts";
import { raisesThresholds, typesKept, typesOff } from "../../entities/index.ts";
import {
  type CallContent,
  fieldsOf,
  isSent,
  type MessagesContent,
  type TemplateContent,
  withoutCacheMarks,
} from "../content/content.ts";
import type { SanitisedMessagesJob, SanitisedTemplateJob } from "../content/sanitised-content.ts";
import { total } from "../scanning/scan-outbound.ts";
import { detectionLayers } from "../scanning/verified-answer.ts";
import { countUnredacted, type JobFacts } from "../trace/job-facts.ts";
import type { CallInput, PreparedCall, PreparedClaims } from "./prepare.ts";

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
  /** A time in whole seconds, because Sandbox B must not learn a more precise time. */
  readonly deadline: Date;
}

/** Builds the job of a template call, which is sent through a queue. */
export function inferenceJob(
  prepared: PreparedCall<TemplateContent>,
  input: JobInput<InferenceParameters>,
  random: RandomBytes,
): SanitisedTemplateJob {
  const { maxTokens: max_tokens } = input.parameters;
  return { ...commonFields(prepared, input, random), ...prepared.content, max_tokens };
}

/**
 * Builds the job of a messages call, which is sent directly to the worker. Cache marks are sent only
 * with the customer's provider key: under a shared key, the counts of cached tokens would tell one
 * customer what another one sent.
 */
export function messagesJob(
  prepared: PreparedCall<MessagesContent>,
  input: JobInput<DirectParameters>,
  random: RandomBytes,
): SanitisedMessagesJob {
  const { maxTokens: max_tokens } = input.parameters;
  return {
    ...commonFields(prepared, input, random),
    ...(input.credential.kind === "managed"
      ? withoutCacheMarks(prepared.content)
      : prepared.content),
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

type Known =
  | "token_request_id"
  | "actor"
  | "scope"
  | "subject"
  | "activity_id"
  | "activity"
  | "form"
  | "fields_sanitised"
  | "fields_sent"
  | "redactions"
  | "layers"
  | "entity_lists"
  | "types_kept"
  | "types_off"
  | "values_allowed"
  | "tool_addresses"
  | "opaque_blocks"
  | "left";

export function callFacts(input: CallInput, prepared: PreparedCall): Pick<JobFacts, Known> {
  const { caller, policy, provingGround, activity } = input;
  const { tokenRequestId, token, sanitisation } = prepared;
  const kept = typesKept(policy);
  const off = typesOff(policy);
  const allowed = policy?.allow?.length ?? 0;
  const names = fieldsOf(input.content).map(({ name }) => name);
  return {
    token_request_id: tokenRequestId,
    actor: `token:${sha256Hex(token)}`,
    scope: caller.scope,
    subject: caller.subject,
    ...(provingGround && { activity_id: provingGround.activityId }),
    ...(activity !== undefined && { activity }),
    ...(input.content.kind === "messages" && { form: "messages" as const }),
    fields_sanitised: names.length,
    fields_sent: names.filter((name) => isSent(input.content, name)).length,
    redactions: sanitisation.counts,
    layers: sanitisation.layers,
    ...(sanitisation.listCount > 0 && { entity_lists: sanitisation.listCount }),
    ...(kept.length > 0 && { types_kept: kept }),
    ...(off.length > 0 && { types_off: off }),
    ...(allowed > 0 && { values_allowed: allowed }),
    ...addressFacts(input.content),
    ...opaqueFacts(prepared.content),
    left: leftFacts(input, prepared),
  };
}

function addressFacts(content: CallContent): Pick<JobFacts, "tool_addresses"> {
  const { toolAddresses = [] } = content.kind === "messages" ? content : {};
  return toolAddresses.length > 0 ? { tool_addresses: toolAddresses } : {};
}

function opaqueFacts(content: PreparedCall["content"]): Pick<JobFacts, "opaque_blocks"> {
  if (!("messages" in content)) return {};
  const blocks = content.messages.flatMap((message) => message.content);
  const count = blocks.filter(
    (block) => block.type === "redacted_thinking" || block.type === "thinking",
  ).length;
  return count > 0 ? { opaque_blocks: count } : {};
}

function leftFacts({ content, policy }: CallInput, { sanitisation, measured }: PreparedCall) {
  const leaving = {
    left: sanitisation.left,
    missed: measured?.missed ?? new Map(),
    raised: raisesThresholds(policy),
  };
  const names = (sent: boolean) =>
    fieldNames(content).filter((name) => isSent(content, name) === sent);
  return {
    sent: countUnredacted(names(true), leaving),
    unsent: countUnredacted(names(false), leaving),
  };
}

function fieldNames(content: CallContent): readonly string[] {
  return fieldsOf(content).map(({ name }) => name);
}

interface SentCall {
  readonly input: Pick<CallInput, "caller" | "trace">;
  readonly prepared: PreparedCall;
  readonly job: InferenceJob;
  readonly facts: JobFacts;
}

/**
 * Creates the draft of the call's certificate. Returns undefined if the call gets no certificate.
 */
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
