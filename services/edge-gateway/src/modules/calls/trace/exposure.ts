import type { InferenceEnd } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { holdsPersonalData, leftText, type Unredacted } from "../content/unredacted.ts";
import type { JobFacts } from "./job-facts.ts";
import { contactOf, isDelivered, type ProviderContact } from "./provider-contact.ts";
import type { StreamedStart } from "./streamed-start.ts";
import { traceWording } from "./trace-wording.ts";

/** Says what each component received, or the upper bound where it is unknown. */
export function exposureSummary(
  facts: JobFacts,
  result: InferenceEnd | StreamedStart,
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

/** Older rows record only whether anything may have stayed. */
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
