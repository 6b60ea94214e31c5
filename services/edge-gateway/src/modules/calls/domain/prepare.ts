import type { Clock } from "@veil/contracts/clock";
import type { KeyCaller } from "../../accounts/index.ts";
import type { EntityLists } from "../../entities/index.ts";
import type {
  CallTrace,
  IssuedToken,
  Sanitisation,
  SanitiseOptions,
  Sanitiser,
  TokenService,
} from "../ports.ts";
import type { MeasuredTruth, PromptParts, TextScans } from "../text-scans.ts";
import type { CallRecord } from "./call-record.ts";
import { requireCleanPrompt } from "./checked-prompt.ts";
import { type CallContent, fieldsOf, isSent, sanitisedContent } from "./content.ts";
import type { ProvingGround } from "./ground-truth.ts";
import type { SanitisedContent } from "./sanitised-job.ts";

export interface PrepareDeps {
  readonly tokens: Pick<TokenService, "tokenFor">;
  readonly sanitiser: Sanitiser;
  readonly entityLists: Pick<EntityLists, "boxes">;
  readonly scans: TextScans;
  readonly maxPromptChars: number;
  readonly nowMs: Clock;
}

export interface CallInput extends Pick<SanitiseOptions, "language" | "policy"> {
  readonly caller: KeyCaller;
  readonly trace: CallTrace;
  readonly content: CallContent;
  readonly record: CallRecord;
  readonly provingGround?: ProvingGround | undefined;
}

declare const prepared: unique symbol;

/**
 * Content that may be sent: sanitised, verified and checked as the provider would get it. Minted only by
 * `prepareCall`.
 */
export interface PreparedCall extends IssuedToken {
  readonly [prepared]: true;
  readonly content: SanitisedContent;
  readonly sanitisation: Sanitisation;
  readonly measured: MeasuredTruth | undefined;
}

/** Gets the token and the sanitised text. Counts and sends nothing. */
export async function prepareCall(deps: PrepareDeps, input: CallInput): Promise<PreparedCall> {
  const { content } = input;
  const { issued, sanitisation } = await tokenAndSanitisation(deps, input);
  const measured = await measure(deps, input, sanitisation);
  await requireCleanPrompt(deps.scans, promptParts(deps, content, sanitisation));
  const call = {
    ...issued,
    content: sanitisedContent(content, sanitisation.fields),
    sanitisation,
    measured,
  };
  return call as unknown as PreparedCall;
}

/** Concurrent. When both fail, the token service's error is reported. */
async function tokenAndSanitisation(
  { tokens, sanitiser, entityLists, nowMs }: PrepareDeps,
  input: CallInput,
) {
  const { caller, content, record } = input;
  const timed = async <T>(step: Promise<T>) => ({ result: await step, endedAt: new Date(nowMs()) });
  const [token, sanitising] = await Promise.allSettled([
    timed(tokens.tokenFor(caller.customerId)),
    timed(sanitiser.sanitise(fieldsOf(content), sanitiseOptions(entityLists, input))),
  ]);
  if (token.status === "rejected") throw token.reason;
  record.tokenGenerated(token.value.endedAt);
  if (sanitising.status === "rejected") throw sanitising.reason;
  const { result: sanitisation, endedAt } = sanitising.value;
  record.sanitised(sanitisation.counts, endedAt);
  return { issued: token.value.result, sanitisation };
}

/** The last use of the annotations; nothing after this function receives them. */
async function measure(
  { scans, nowMs }: PrepareDeps,
  { provingGround, content, record }: CallInput,
  { answer }: Sanitisation,
): Promise<MeasuredTruth | undefined> {
  if (provingGround === undefined) return undefined;
  const { truth, activityId } = provingGround;
  const measured = await scans.groundTruth({ truth, originals: fieldsOf(content), answer });
  record.measured(activityId, measured.counts, new Date(nowMs()));
  return measured;
}

function promptParts(
  { maxPromptChars: maxChars }: PrepareDeps,
  content: CallContent,
  { fields, issued, findings }: Sanitisation,
): PromptParts {
  const shared = { issued, findings, maxChars };
  const values = fields.filter(({ name }) => isSent(content, name));
  if (content.kind === "template") return { ...shared, template: content.template, values };
  let from = 0;
  const messages = content.messages.map(({ parts }) => {
    const texts = values.slice(from, from + parts.length);
    from += parts.length;
    return texts;
  });
  return { ...shared, messages };
}

/** The sanitiser learns which lists, but not whose. */
function sanitiseOptions(
  entityLists: PrepareDeps["entityLists"],
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
