import type { ComplianceTrace, TraceStep } from "@veil/contracts/public/proxy";
import type { Enforcement, IsolationReport, Verdict } from "../../ports/isolation.ts";
import type { JobRecord } from "../../ports/pipeline.ts";
import { PROBE_VALID_MS } from "../isolation/combined-isolation.ts";
import { leaksOf } from "../isolation/invariant.ts";
import type { Answer } from "./answers.ts";
import { countsText } from "./events.ts";
import type { JobFacts } from "./job-facts.ts";

interface TraceParts {
  readonly job: JobRecord;
  readonly answer: Answer;
  readonly isolation: IsolationReport;
  readonly now: Date;
}

/** What each component received (GDPR Article 30 records). Says what was measured, not what was meant. */
export function complianceTrace(parts: TraceParts): ComplianceTrace {
  const { job, answer, now } = parts;
  const { facts } = job;
  const ended = job.finishedAt ?? now;
  return {
    token_request_id: facts.token_request_id,
    job_request_id: facts.job_request_id,
    job_id: job.jobId,
    timestamp: facts.received_at,
    total_duration_ms: Math.max(0, ended.getTime() - Date.parse(facts.received_at)),
    attempts: answer.result.attempts,
    steps: traceSteps(parts),
    network_isolation: networkIsolation(parts),
    data_exposure_summary: {
      bridge_saw: "customer id only",
      sanitizer_saw: `${facts.fields_sanitised} context values in clear; no customer id, no token`,
      sandbox_b_saw: `token, template and ${facts.fields_sent} sanitised values; no customer id, no raw value`,
      llm_saw: "rendered template with placeholders and a random end-user id",
      pii_in_ai: leavesTypes(facts),
      identity_in_ai: facts.credential === "customer",
      hint: exposureHint(facts),
    },
  };
}

function exposureHint(facts: JobFacts): string {
  const { credential, types_kept, entity_lists, values_allowed } = facts;
  const hints = [
    "pii_in_ai speaks of context values: what the sanitiser found is replaced. The template is scanned for patterns only.",
  ];
  if (types_kept !== undefined)
    hints.push(`The policy leaves some or all of these in the text: ${types_kept.join(", ")}.`);
  if (entity_lists !== undefined)
    hints.push("Entries of the customer's own lists of the kind allow stay in the text.");
  if (values_allowed !== undefined)
    hints.push(`Values that the request names stay in the text: ${values_allowed}.`);
  if (credential === "customer")
    hints.push(
      "The provider key is the customer's own and names the customer's account at the provider.",
    );
  return hints.join(" ");
}

function sanitiseDetail({ redactions, layers, entity_lists }: JobFacts): string {
  const found = countsText(redactions) || "nothing found";
  const detail = `${found}; layers: ${layers.join(", ")}`;
  return entity_lists === undefined
    ? detail
    : `${detail}; lists of known entities: ${entity_lists}`;
}

function traceSteps({ job: { facts }, answer }: TraceParts): TraceStep[] {
  const steps: Omit<TraceStep, "step">[] = [
    {
      component: "edge-gateway",
      network: "edge",
      action: "authenticate",
      detail: "API key, tier, rate and quota checked",
      data_seen: "the whole request, while it is in flight",
      pii_sent: false,
    },
    {
      component: "bridge",
      network: "identity",
      action: "issue token",
      detail: "Sandbox A made an opaque, unlinkable token",
      data_seen: "customer id",
      pii_sent: false,
    },
    {
      component: "sanitiser",
      network: "sanitiser",
      action: "sanitise",
      detail: sanitiseDetail(facts),
      data_seen: "context values",
      pii_sent: true,
    },
    ...engineSteps(facts),
    ...provingGroundSteps(facts),
    {
      component: "inference-worker",
      network: "inference",
      action: "infer",
      detail: inferenceDetail(answer),
      data_seen: "token, template, sanitised context",
      pii_sent: leavesTypes(facts),
    },
    {
      component: "edge-gateway",
      network: "edge",
      action: "scan answer and re-link",
      detail: answer.dlpRedacted ? "personal data of the model's own redacted" : "nothing redacted",
      data_seen: "the answer",
      pii_sent: false,
    },
  ];
  return steps.map((step, index) => ({ step: index + 1, ...step }));
}

/** Engines of the operator's outside the sanitiser, which it asks. */
function engineSteps(facts: JobFacts): Omit<TraceStep, "step">[] {
  const { layers } = facts;
  const analyzer = {
    component: "presidio",
    network: "sanitiser",
    action: "analyse",
    detail: "an analyzer of the operator's looked for names",
    data_seen: "context values in clear, in the languages that it has",
    pii_sent: true,
  };
  const shield = {
    component: "llm-shield",
    network: "sanitiser",
    action: "look at what is left",
    detail: "a language model of the operator's looked for what the other layers had left",
    data_seen: "context values with placeholders",
    pii_sent: leavesTypes(facts),
  };
  return [analyzer, shield].filter(({ component }) => layers.includes(component));
}

function leavesTypes({ types_kept }: JobFacts): boolean {
  return types_kept !== undefined;
}

function provingGroundSteps({ activity_id }: JobFacts): Omit<TraceStep, "step">[] {
  if (activity_id === undefined) return [];
  const step = {
    component: "edge-gateway",
    network: "edge",
    action: "evaluate ground truth",
    detail: `redactions compared with the caller's annotations, for activity ${activity_id}`,
    data_seen: "annotations, which were removed here and sent to nobody",
    pii_sent: false,
  };
  return [step];
}

function inferenceDetail({ result }: Answer): string {
  const { provider, attempts } = result;
  if (provider !== undefined)
    return `Sandbox B called the provider (${provider}), attempt ${attempts}`;
  if (result.outcome === "failed" && result.reason === "deadline_passed")
    return "no answer came before the deadline; whether the provider was called is not known";
  return "the provider was not called";
}

function networkIsolation({ isolation, now }: TraceParts): ComplianceTrace["network_isolation"] {
  const { aToB, bToA, probedAt, enforcedBy } = isolation;
  const fresh = probedAt !== undefined && now.getTime() - probedAt.getTime() < PROBE_VALID_MS;
  const hint = fresh ? probeHint(isolation) : "No isolation probe ran within the last 5 minutes";
  const text = (verdict: Verdict) => (fresh ? verdictText(verdict, enforcedBy) : "unverified");
  return {
    sandbox_a_to_sandbox_b: text(aToB),
    sandbox_b_to_sandbox_a: text(bToA),
    gateway_role:
      "the edge gateway sees identity and content while a request is in flight; no service behind it sees both",
    enforced_by: enforcedBy,
    ...(probedAt && { probed_at: probedAt.toISOString() }),
    ...(hint !== undefined && { hint }),
  };
}

function verdictText(verdict: Verdict, enforcedBy: Enforcement): string {
  const network = enforcedBy !== "service-credentials";
  switch (verdict) {
    case "blocked":
      return network
        ? "blocked: no connection came about from the sandbox's zone, and a call with the sandbox's own credential was refused"
        : "blocked: a call with the sandbox's own credential was refused";
    case "open":
      return network
        ? "open: a connection from the sandbox's zone came about, or a call with the sandbox's own credential was let in"
        : "open: a call with the sandbox's own credential was let in";
    case "unverified":
      return "unverified";
  }
}

function probeHint(isolation: IsolationReport): string | undefined {
  const verdicts = [isolation.aToB, isolation.bToA];
  if (verdicts.includes("open")) return "The last isolation probe failed: tell the operator";
  if (leaksOf(isolation).length > 0)
    return "The last isolation probe reached more than it may: tell the operator";
  if (verdicts.includes("unverified")) return "The last isolation probe could not be completed";
  return undefined;
}
