import type { SanitiserClaimRequest } from "@veil/contracts/claims";
import { randomHex } from "@veil/crypto";
import { runStep } from "@veil/service-kit/telemetry";
import type { KeyCaller } from "../../accounts/index.ts";
import {
  type CallCertificates,
  type CallSeeds,
  callSeeds,
  type PreparationClaims,
} from "../../certificates/index.ts";
import {
  type CallContent,
  type CallPart,
  fieldsOf,
  fieldWith,
  isSent,
  type SanitisedForm,
  sanitisedContent,
  textsOf,
} from "../content/content.ts";
import { asidePositions, type JobPositions, jobPositions } from "../content/job-positions.ts";
import type { NamedText, Sanitisation } from "../content/sanitised-content.ts";
import type { ProvingGround } from "../proving-ground/ground-truth.ts";
import type { MeasuredTruth, PromptInput } from "../scanning/text-scans.ts";
import type { CallRecord } from "./call-record.ts";
import { requireCleanPrompt } from "./content-checks.ts";
import type { CallDeps, CallTrace, IssuedToken, SanitiseOptions } from "./ports.ts";

type PreparationDeps = Pick<
  CallDeps,
  "tokens" | "sanitiser" | "entityLists" | "scans" | "maxPromptChars" | "certificates" | "nowMs"
>;

export interface CallInput<C extends CallContent = CallContent>
  extends Pick<SanitiseOptions, "language" | "policy"> {
  readonly caller: KeyCaller;
  readonly trace: CallTrace;
  readonly content: C;
  readonly record: CallRecord;
  readonly provingGround?: ProvingGround | undefined;
  /** The processing activity for which the call is counted. */
  readonly activity?: string | undefined;
}

declare const prepared: unique symbol;

/**
 * A call with content that may be sent: it is sanitised, verified, and checked as the provider
 * would get it. Only `prepareCall` creates values of this type.
 */
export interface PreparedCall<C extends CallContent = CallContent> extends IssuedToken {
  readonly [prepared]: true;
  readonly content: SanitisedForm<C>;
  readonly sanitisation: Sanitisation;
  readonly measured: MeasuredTruth | undefined;
  /** Undefined if the call gets no certificate. */
  readonly claims: PreparedClaims | undefined;
}

export interface PreparedClaims extends PreparationClaims {
  readonly positions: JobPositions;
}

/**
 * Gets the token and the sanitised text for a call. It neither counts the call nor sends it to the
 * worker.
 */
export function prepareCall<C extends CallContent>(
  deps: PreparationDeps,
  input: CallInput<C>,
): Promise<PreparedCall<C>> {
  return runStep(input.trace.steps, ["prepare", "call"], () => preparedCall(deps, input));
}

async function preparedCall<C extends CallContent>(
  deps: PreparationDeps,
  input: CallInput<C>,
): Promise<PreparedCall<C>> {
  const { content } = input;
  const seeds = deps.certificates && callSeeds(deps.certificates.random);
  const { issued, sanitisation } = await tokenAndSanitisation(deps, input, seeds);
  const measured = await measure(deps, input, sanitisation);
  await requireCleanPrompt(deps.scans, promptInput(deps, content, sanitisation), (name) =>
    content.kind === "messages" ? fieldWith(content, name) : undefined,
  );
  const call = {
    ...issued,
    content: sanitisedContent(content, sanitisation.fields, sanitisation.findings > 0),
    sanitisation,
    measured,
    claims: seeds && {
      ...preparationClaims(seeds, issued, sanitisation),
      positions: jobPositions(content, sanitisation.findings > 0),
    },
  };
  return call as unknown as PreparedCall<C>;
}

function preparationClaims(
  seeds: CallSeeds,
  { claim: token }: IssuedToken,
  { claims: sanitiser }: Sanitisation,
): PreparationClaims {
  if (token === undefined || sanitiser === undefined)
    throw new TypeError("A requested claim is missing");
  return { seeds, token, sanitiser };
}

/**
 * Gets the token and the sanitised texts in parallel. If both fail, it throws the token service's
 * error.
 */
async function tokenAndSanitisation(
  { tokens, sanitiser, entityLists, certificates, nowMs }: PreparationDeps,
  input: CallInput,
  seeds: CallSeeds | undefined,
) {
  const { caller, content, record, trace } = input;
  const claim = certificates && seeds && sanitiserClaim(certificates, content, seeds);
  const options = { ...sanitiseOptions(entityLists, input), ...(claim && { claim }) };
  const timed = async <T>(step: Promise<T>) => ({ result: await step, endedAt: new Date(nowMs()) });
  const [token, sanitising] = await Promise.allSettled([
    timed(tokens.tokenFor(caller.customerId)),
    timed(
      runStep(trace.steps, ["sanitise", "call"], () =>
        sanitiser.sanitise(fieldsOf(content), options),
      ),
    ),
  ]);
  if (token.status === "rejected") throw token.reason;
  record.tokenGenerated(token.value.endedAt);
  if (sanitising.status === "rejected") throw sanitising.reason;
  const { result: sanitisation, endedAt } = sanitising.value;
  record.sanitised(sanitisation.counts, endedAt);
  return { issued: token.value.result, sanitisation };
}

/**
 * Builds the claim request with a separate leg id, so that the sanitiser's claim cannot be linked
 * to the call.
 */
function sanitiserClaim(
  { random }: CallCertificates,
  content: CallContent,
  { raw_context: seed }: CallSeeds,
): SanitiserClaimRequest {
  const aside = asidePositions(content);
  return { leg_id: `srq_${randomHex(random)}`, seed, ...(aside.length > 0 && { aside }) };
}

/**
 * Evaluates the sanitising against the annotations. This is the last use of the annotations; no
 * later step receives them.
 */
async function measure(
  { scans, nowMs }: PreparationDeps,
  { provingGround, content, record }: CallInput,
  { answer }: Sanitisation,
): Promise<MeasuredTruth | undefined> {
  if (provingGround === undefined) return undefined;
  const { truth, activityId } = provingGround;
  const measured = await scans.groundTruth({ truth, originals: fieldsOf(content), answer });
  record.measured(activityId, measured.counts, new Date(nowMs()));
  return measured;
}

function promptInput(
  { maxPromptChars: maxChars }: PreparationDeps,
  content: CallContent,
  { fields, issued, findings }: Sanitisation,
): PromptInput {
  const shared = { issued, findings, maxChars };
  const values = fields.filter(({ name }) => isSent(content, name));
  if (content.kind === "template") return { ...shared, template: content.template, values };
  const left = [...values];
  const messages = content.messages.flatMap(({ parts }) => promptTexts(parts, left));
  return { ...shared, messages: [...messages, ...left.map((text) => [text])] };
}

/**
 * Removes the texts of a message from `values` and groups them. Adjacent plain texts form one
 * group, because they are scanned as one text.
 */
function promptTexts(
  parts: readonly CallPart[],
  values: NamedText[],
): readonly (readonly NamedText[])[] {
  const read: NamedText[][] = [];
  let run: NamedText[] | undefined;
  for (const part of parts) {
    const texts = values.splice(0, textsOf(part).length);
    if (typeof part === "string") {
      if (run === undefined) {
        run = [];
        read.push(run);
      }
      run.push(...texts);
    } else {
      read.push(...texts.map((text) => [text]));
      // A thought does not separate the texts around it, because it may be left out.
      if (part.kind !== "thought") run = undefined;
    }
  }
  return read;
}

/** Builds the options for the sanitiser, which learns the lists' names but not the customer. */
function sanitiseOptions(
  entityLists: PreparationDeps["entityLists"],
  { caller, language, policy, trace }: CallInput,
): SanitiseOptions {
  const { customerId, tier, entityLists: names } = caller;
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
