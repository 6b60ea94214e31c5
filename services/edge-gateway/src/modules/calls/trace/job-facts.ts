import type { InferenceEnd } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import type { UnredactedCount } from "@veil/contracts/sanitiser";

/** `PROXY`: a native call. `SDK`: a call to an SDK endpoint, which has no job. */
export type CallKind = "PROXY" | "SDK";

export interface JobFacts {
  readonly token_request_id: string;
  readonly job_request_id: string;
  /** `token:` and the SHA-256 of the pseudonym token: the actor of the job's audit events. */
  readonly actor: string;
  /** The organization's scope in the audit log. */
  readonly scope: string;
  /** The customer's subject in the audit log. Absent in rows that earlier versions stored. */
  readonly subject?: string;
  readonly received_at: string;
  readonly model?: string;
  readonly relink: boolean;
  /** The activity that the customer named. Present only in proving-ground mode. */
  readonly activity_id?: string;
  /** The processing activity for which a live call is counted. No trace contains it. */
  readonly activity?: string;
  readonly credential: "managed" | "customer";
  /** Absent if the call is a template with its context. */
  readonly form?: "messages";
  readonly fields_sanitised: number;
  readonly fields_sent: number;
  readonly redactions: Readonly<Record<string, number>>;
  readonly layers: readonly string[];
  /** The number of entity lists that were applied. Absent if there were none. */
  readonly entity_lists?: number;
  /**
   * Entity types for which the policy keeps more values than the default does. Absent if there are
   * none.
   */
  readonly types_kept?: readonly string[];
  /**
   * The types in `types_kept` that the policy turns off. Absent if there are none, and in older
   * rows.
   */
  readonly types_off?: readonly string[];
  /** The number of values that the request itself allows. Absent if there are none. */
  readonly values_allowed?: number;
  /** The number of earlier thoughts that went to the provider unread. Absent if there are none. */
  readonly opaque_blocks?: number;
  /** The published addresses in tool definitions. Absent if there are none. */
  readonly tool_addresses?: readonly string[];
  /**
   * What was left unredacted in the values that are sent and in those that are not. Absent in older
   * rows.
   */
  readonly left?: { readonly sent: Unredacted; readonly unsent: Unredacted };
}

interface Unredacted {
  readonly findings: readonly UnredactedCount[];
  readonly missed: number;
  readonly uncounted?: "default" | "any";
}

interface UnredactedByField {
  readonly left: ReadonlyMap<string, readonly UnredactedCount[]>;
  readonly missed: ReadonlyMap<string, number>;
  readonly raised: boolean;
}

export function countUnredacted(
  names: readonly string[],
  { left, missed, raised }: UnredactedByField,
): Unredacted {
  return {
    findings: addedUp(names.flatMap((name) => unredactedInField(left, name))),
    missed: names.reduce((sum, name) => sum + (missed.get(name) ?? 0), 0),
    ...(names.length > 0 && raised && { uncounted: "any" }),
  };
}

function unredactedInField(
  left: UnredactedByField["left"],
  name: string,
): readonly UnredactedCount[] {
  const findings = left.get(name);
  if (findings === undefined) throw new TypeError("There is no record of what stayed in a field");
  return findings;
}

function addedUp(findings: readonly UnredactedCount[]): readonly UnredactedCount[] {
  const sums = new Map<string, UnredactedCount>();
  for (const { type, reason, count } of findings) {
    const before = sums.get(`${type} ${reason}`)?.count ?? 0;
    if (count > 0) sums.set(`${type} ${reason}`, { type, reason, count: before + count });
  }
  return [...sums.values()];
}

export function holdsPersonalData({ findings, missed, uncounted }: Unredacted): boolean {
  return uncounted === "any" || missed > 0 || findings.some(({ reason }) => reason !== "default");
}

/**
 * Returns a text that lists what was left, such as `PERSON:1 by list, ORGANIZATION:2 by default`.
 */
export function leftText({ findings, missed, uncounted }: Unredacted): string {
  const counted = findings.map(({ type, reason, count }) => `${type}:${count} by ${reason}`);
  if (missed > 0) counted.push(`annotations that were missed:${missed}`);
  if (uncounted === "any") counted.push("possibly more that is not counted");
  if (uncounted === "default") counted.push("what is kept by default is not counted");
  return counted.join(", ") || "nothing that was found";
}

/** Describes what each component received, or the most it may have received if that is unknown. */
export function exposureSummary(
  facts: JobFacts,
  result: TracedResult,
): ComplianceTrace["data_exposure_summary"] {
  const { sent } = leftOf(facts);
  const contact = contactOf(result);
  const left = `left in the values: ${leftText(sent)}`;
  const words = traceWording(facts);
  const job = `${words.job} ${facts.fields_sent} sanitised values; no customer id; ${left}`;
  return {
    bridge_saw: "customer id only",
    sanitizer_saw: `${facts.fields_sanitised} ${words.texts} in clear; no customer id, no token`,
    sandbox_b_saw: isDelivered(result) ? job : atMost(job),
    llm_saw: llmSaw(contact, `${words.prompt} and a random end-user id; ${left}`),
    pii_in_ai: contact !== "not_reached" && holdsPersonalData(sent),
    identity_in_ai: contact !== "not_reached" && facts.credential === "customer",
    hint: exposureHint(facts, sent, contact),
  };
}

/** Returns what was left unredacted. Older rows show only whether anything may have been left. */
export function leftOf({ left, types_kept, entity_lists, values_allowed }: JobFacts) {
  if (left !== undefined) return left;
  const loosened = [types_kept, entity_lists, values_allowed].some((fact) => fact !== undefined);
  const unknown: Unredacted = { findings: [], missed: 0, uncounted: loosened ? "any" : "default" };
  return { sent: unknown, unsent: unknown };
}

function atMost(what: string): string {
  return `not known; at most: ${what}`;
}

function llmSaw(contact: ProviderContact, prompt: string): string {
  switch (contact) {
    case "reached":
      return prompt;
    case "unknown":
      return atMost(prompt);
    case "not_reached":
      return "nothing";
  }
}

function exposureHint(facts: JobFacts, sent: Unredacted, contact: ProviderContact): string {
  const { credential, types_kept, entity_lists, values_allowed } = facts;
  const { tool_addresses, opaque_blocks } = facts;
  const byDefault = sent.findings.filter(({ reason }) => reason === "default");
  const hints = [traceWording(facts).coverage];
  if (byDefault.length > 0) {
    const types = byDefault.map(({ type, count }) => `${type}:${count}`).join(", ");
    hints.push(`These types are kept by default and do not count: ${types}.`);
  }
  if (types_kept !== undefined)
    hints.push(
      `The policy keeps some or all values of these types in the text: ${types_kept.join(", ")}.`,
    );
  if (entity_lists !== undefined)
    hints.push("Entries of the customer's allow lists were kept in the text.");
  if (values_allowed !== undefined)
    hints.push(`Values kept because the request allows them: ${values_allowed}.`);
  if (tool_addresses !== undefined)
    hints.push(
      `Addresses in tool definitions that the operator allows as published: ${tool_addresses.join(", ")}.`,
    );
  if (opaque_blocks !== undefined)
    hints.push(`Earlier thoughts with data that only the provider can read: ${opaque_blocks}.`);
  if (sent.missed > 0) hints.push(`Annotated values that were missed: ${sent.missed}.`);
  if (sent.uncounted === "any")
    hints.push("It is unknown how much personal data remained; it is treated as if some did.");
  if (contact === "unknown")
    hints.push(
      "It is unknown whether the provider received the prompt; it is treated as received.",
    );
  if (contact !== "not_reached" && credential === "customer")
    hints.push(
      "The provider key is the customer's own and identifies the customer's account at the provider.",
    );
  return hints.join(" ");
}

export type ProviderContact = "reached" | "unknown" | "not_reached";

export function contactOf(result: TracedResult): ProviderContact {
  if (result.outcome === "ended_early") return "unknown";
  if (result.outcome !== "failed") return "reached";
  switch (result.reason) {
    case "provider_refused":
    case "provider_answer_unreadable":
      return "reached";
    // If there is no answer, a provider that got the request looks the same as an unreachable one.
    case "provider_unavailable":
    case "deadline_passed":
      return "unknown";
    case "attempts_exhausted":
    case "credential_unusable":
    case "dialect_unsupported":
    case "job_unreadable":
      return result.attempts === 0 ? "not_reached" : "unknown";
  }
}

/** Returns whether Sandbox B certainly received the job, which is unknown after a time-out. */
function isDelivered(result: TracedResult): boolean {
  if (result.outcome === "ended_early") return false;
  return (
    result.outcome !== "failed" ||
    result.reason !== "deadline_passed" ||
    result.provider !== undefined
  );
}

export type TracedResult = InferenceEnd | StreamedStart | typeof ENDED_EARLY;

/** A call without a result, so it is unknown which components it reached. */
export const ENDED_EARLY = { outcome: "ended_early", attempts: 0, provider: undefined } as const;

/** An answer that has begun and is forwarded while it is received. */
interface StreamedStart {
  readonly outcome: "streamed";
  readonly attempts: number;
  readonly provider: string;
}

interface TraceWording {
  /** The noun for the sanitised texts, used after their number. */
  readonly texts: string;
  readonly job: string;
  readonly prompt: string;
  readonly seenInClear: string;
  readonly seenByWorker: string;
  readonly coverage: string;
}

const TEMPLATE: TraceWording = {
  texts: "context values",
  job: "token, template and",
  prompt: "rendered template with placeholders",
  seenInClear: "context values",
  seenByWorker: "token, template, sanitised context",
  coverage:
    "pii_in_ai covers the context values that were sent: it is true when personal data that was found or annotated in them remained. The template is only scanned for patterns.",
};

const MESSAGES: TraceWording = {
  texts: "texts of messages",
  job: "token and",
  prompt: "messages with placeholders",
  seenInClear: "texts of the messages",
  seenByWorker: "token, sanitised messages",
  coverage:
    "pii_in_ai covers all texts of the messages: it is true when personal data that was found in them remained. Definitions of tools are only scanned for patterns.",
};

/** Returns the phrases with which a trace describes the content of a call. */
export function traceWording({ form }: Pick<JobFacts, "form">): TraceWording {
  return form === "messages" ? MESSAGES : TEMPLATE;
}

/** Formats counts by type for an event payload, such as `EMAIL:2,IBAN:1`. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([type, count]) => `${type}:${count}`)
    .join(",")
    .slice(0, 256);
}
