import { ApiError } from "@veil/contracts/errors";
import type { ProviderCredential } from "@veil/contracts/inference";
import { type RandomBytes, randomHex, sha256Hex } from "@veil/crypto";
import type { Caller, ProviderCredentials } from "../../accounts/index.ts";
import { type EntityLists, raisesThresholds, typesKept } from "../../entities/index.ts";
import type {
  Admission,
  AdmissionOutcome,
  CallTrace,
  Jobs,
  Sanitisation,
  SanitiseOptions,
  Sanitiser,
  TokenService,
} from "../ports.ts";
import type { MeasuredTruth, TextScans } from "../text-scans.ts";
import { admissionEvents } from "./admission-events.ts";
import { requireCleanPrompt } from "./checked-prompt.ts";
import type { JobFacts } from "./job-facts.ts";
import type { JobMessages } from "./job-messages.ts";
import { leftIn } from "./left.ts";
import type { PseudonymToken } from "./minted.ts";
import type { NativeRequest } from "./native-request.ts";
import { sealRelinkMap } from "./relink-map.ts";

export interface SubmitDeps {
  readonly tokens: TokenService;
  readonly sanitiser: Sanitiser;
  readonly entityLists: Pick<EntityLists, "boxes">;
  readonly scans: TextScans;
  readonly credentials: ProviderCredentials;
  readonly jobs: Jobs;
  readonly messages: JobMessages;
  readonly random: RandomBytes;
  readonly now: () => Date;
  readonly leaseMs: number;
  readonly jobDeadlineMs: number;
  /** Of the rendered prompt, in UTF-16 code units. */
  readonly maxPromptChars: number;
}

interface Submission {
  readonly caller: Caller;
  readonly request: NativeRequest;
  readonly trace: CallTrace;
  readonly receivedAt: Date;
  /** The customer's monthly limit, and the class it is counted in. */
  readonly quota: { readonly limitClass: "standard" | "developer"; readonly limit: number };
  readonly idempotency?: { readonly lookup: Uint8Array; readonly bodyHash: Uint8Array };
}

export interface SubmittedJob {
  readonly admission: Admission;
  readonly outcome: AdmissionOutcome;
}

/** Steps 3 and 4 of a request: token and sanitised text, then admission. Nothing is sent from here. */
export async function submitJob(deps: SubmitDeps, submission: Submission): Promise<SubmittedJob> {
  const { caller, request, trace } = submission;
  const { customerId } = caller;
  const { requestId } = trace;
  const tokenRequestId = `tok_${randomHex(deps.random)}`;
  const gathered = await gatherParts(deps, submission, tokenRequestId);
  const { token, sanitisation, measured } = gathered;
  const sent = sanitisation.fields.filter(({ name }) => request.used.has(name));
  await requireCleanPrompt(deps.scans, {
    template: request.template,
    values: sent,
    issued: sanitisation.issued,
    findings: sanitisation.findings,
    maxChars: deps.maxPromptChars,
  });
  const credential = await deps.credentials.forCaller(caller);

  const jobId = `job_${randomHex(deps.random)}`;
  const facts: JobFacts = {
    token_request_id: tokenRequestId,
    job_request_id: `jrq_${randomHex(deps.random)}`,
    credential: credential.kind === "managed" ? "managed" : "customer",
    fields_sent: sent.length,
    left: leftFacts(request, gathered),
    ...factsKnown(submission, gathered),
  };
  const deadline = wholeSecond(deps.now().getTime() + deps.jobDeadlineMs);
  const message = deps.messages.seal(
    jobId,
    jobParts(deps, { request, token, credential, sent, facts, deadline }),
  );
  const admission: Admission = {
    jobId,
    customerId,
    keyId: caller.keyId,
    requestId,
    facts,
    relinkMap: sealRelinkMap(caller.apiKey, jobId, {
      entries: sanitisation.entries,
      linkHosts: request.linkHosts,
      ...(measured && { evaluation: measured.evaluation }),
    }),
    deadline,
    message,
    events: admissionEvents(deps.now(), { customerId, requestId, jobId, facts, measured }),
    quota: submission.quota,
    ...(submission.idempotency && { idempotency: submission.idempotency }),
  };
  return { admission, outcome: await deps.jobs.admit(admission, deps.leaseMs) };
}

interface Gathered {
  readonly token: PseudonymToken;
  readonly sanitisation: Sanitisation;
  readonly measured: MeasuredTruth | undefined;
}

/** At the same time: none needs another. When several fail, the token service's error wins. */
async function gatherParts(
  deps: SubmitDeps,
  submission: Submission,
  tokenRequestId: string,
): Promise<Gathered> {
  const { tokens, sanitiser, scans } = deps;
  const { caller, request } = submission;
  const [token, sanitisation] = await Promise.allSettled([
    tokens.tokenFor(caller.customerId, tokenRequestId),
    sanitiser.sanitise(request.context, sanitiseOptions(deps, submission)),
  ]);
  if (token.status === "rejected") throw token.reason;
  if (sanitisation.status === "rejected") throw sanitisation.reason;
  const { provingGround } = request;
  // Here the truth ends: nothing that is made from now on gets to see it.
  const measured =
    provingGround &&
    (await scans.groundTruth({
      truth: provingGround.truth,
      originals: request.context,
      answer: sanitisation.value.answer,
    }));
  return {
    token: token.value,
    sanitisation: sanitisation.value,
    measured,
  };
}

/** The sanitiser learns which lists, and not whose. */
function sanitiseOptions(
  { entityLists }: SubmitDeps,
  { caller, request, trace }: Submission,
): SanitiseOptions {
  const { customerId, tier, entityLists: names } = caller;
  const { language, policy } = request;
  const lists = { names, boxes: () => entityLists.boxes(customerId) };
  return {
    ...trace,
    owner: customerId,
    ...(language !== undefined && { language }),
    ...(policy !== undefined && { policy }),
    ...(names.length > 0 && { lists }),
    ...(tier !== "free" && { shield: true }),
  };
}

function factsKnown({ caller, request, receivedAt }: Submission, known: Gathered) {
  const { token, sanitisation } = known;
  const kept = typesKept(request.policy);
  const allowed = request.policy?.allow?.length ?? 0;
  return {
    actor: `token:${sha256Hex(token)}`,
    scope: caller.scope,
    received_at: receivedAt.toISOString(),
    ...(request.model !== undefined && { model: request.model }),
    relink: request.relink,
    ...(request.provingGround && { activity_id: request.provingGround.activityId }),
    fields_sanitised: sanitisation.fields.length,
    redactions: sanitisation.counts,
    layers: sanitisation.layers,
    ...(sanitisation.listCount > 0 && { entity_lists: sanitisation.listCount }),
    ...(kept.length > 0 && { types_kept: kept }),
    ...(allowed > 0 && { values_allowed: allowed }),
  };
}

/** What stayed where, as far as sanitiser, policy and ground truth tell. */
function leftFacts({ used, policy }: NativeRequest, { sanitisation, measured }: Gathered) {
  const { fields, left, listCount } = sanitisation;
  const names = fields.map(({ name }) => name);
  const kept = typesKept(policy).length + (policy?.allow?.length ?? 0);
  const leaving = {
    left,
    missed: measured?.missed ?? new Map(),
    loosened: kept + listCount > 0,
    raised: raisesThresholds(policy),
  };
  return {
    sent: leftIn(
      names.filter((name) => used.has(name)),
      leaving,
    ),
    unsent: leftIn(
      names.filter((name) => !used.has(name)),
      leaving,
    ),
  };
}

interface Parts {
  readonly request: NativeRequest;
  readonly token: PseudonymToken;
  readonly credential: ProviderCredential;
  readonly sent: Sanitisation["fields"];
  readonly facts: JobFacts;
  readonly deadline: Date;
}

function jobParts({ random }: SubmitDeps, parts: Parts) {
  const { request, token, credential, sent, facts, deadline } = parts;
  return {
    job_request_id: facts.job_request_id,
    token,
    prompt_template: request.template,
    context: [...sent],
    ...(request.model !== undefined && { model: request.model }),
    max_tokens: request.maxTokens,
    ...(request.temperature !== undefined && { temperature: request.temperature }),
    credential,
    end_user_id: randomHex(random),
    deadline: deadline.toISOString().replace(".000Z", "Z"),
  };
}

/** Sandbox B must not learn a time finer than a second. */
function wholeSecond(ms: number): Date {
  return new Date(Math.ceil(ms / 1000) * 1000);
}

/** Refused before anything is counted: the queue's state is known without asking it. */
export function inferenceUnavailable(hint?: string): ApiError {
  return new ApiError("inference_service_unavailable", "Inference is not available right now", {
    retryAfterSeconds: 5,
    ...(hint !== undefined && { hint }),
  });
}
