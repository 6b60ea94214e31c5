import type { ComplianceTrace, TraceStep } from "@veil/contracts/public/proxy";
import {
  type Enforcement,
  type IsolationReport,
  leaksOf,
  PROBE_VALID_MS,
  type Verdict,
} from "../../isolation/index.ts";
import { detectionLayers } from "../scanning/verified-answer.ts";
import {
  contactOf,
  countsText,
  exposureSummary,
  holdsPersonalData,
  type JobFacts,
  leftOf,
  leftText,
  type TracedResult,
  traceWording,
} from "./job-facts.ts";

export interface EndedJob {
  readonly jobId: string;
  /** The request id. Undefined if the call gets no certificate. */
  readonly certificateId: string | undefined;
  readonly facts: JobFacts;
  readonly result: TracedResult;
  readonly dlpRedacted: boolean;
  /**
   * The number of placeholders in links, images and tags, or next to URLs. Undefined if it is
   * unknown or does not matter.
   */
  readonly linked?: number | undefined;
  readonly endedAt: Date;
  /**
   * The isolation as reported when the job ended. Earlier versions did not store it with answers.
   */
  readonly isolation: IsolationReport | undefined;
}

/**
 * Returns the record of what each component received (GDPR Article 30), as measured rather than as
 * intended.
 */
export function complianceTrace(job: EndedJob): ComplianceTrace {
  const { jobId, certificateId, facts, result, endedAt, isolation } = job;
  return {
    token_request_id: facts.token_request_id,
    job_request_id: facts.job_request_id,
    job_id: jobId,
    ...(certificateId !== undefined && { request_id: certificateId }),
    timestamp: facts.received_at,
    total_duration_ms: Math.max(0, endedAt.getTime() - Date.parse(facts.received_at)),
    attempts: result.attempts,
    relink_requested: facts.relink,
    steps: traceSteps(job),
    network_isolation: isolation ? networkIsolation(isolation, endedAt) : UNRECORDED_ISOLATION,
    data_exposure_summary: exposureSummary(facts, result),
  };
}

function sanitiseDetail({ redactions, layers, entity_lists }: JobFacts): string {
  const found = countsText(redactions) || "nothing found";
  const detail = `${found}; layers: ${detectionLayers(layers).join(", ")}`;
  return entity_lists === undefined
    ? detail
    : `${detail}; lists of known entities: ${entity_lists}`;
}

function traceSteps({ facts, result, dlpRedacted, linked }: EndedJob): TraceStep[] {
  const { sent } = leftOf(facts);
  const words = traceWording(facts);
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
      detail: "Sandbox A created an opaque, unlinkable token",
      data_seen: "customer id",
      pii_sent: false,
    },
    {
      component: "sanitiser",
      network: "sanitiser",
      action: "sanitise",
      detail: sanitiseDetail(facts),
      data_seen: words.seenInClear,
      pii_sent: true,
    },
    ...engineSteps(facts),
    ...provingGroundSteps(facts),
    {
      component: "inference-worker",
      network: "inference",
      action: "infer",
      detail: `${inferenceDetail(result)}; left in the values: ${leftText(sent)}`,
      data_seen: words.seenByWorker,
      pii_sent: holdsPersonalData(sent),
    },
    ...answerSteps(facts, { result, dlpRedacted, linked }),
  ];
  return steps.map((step, index) => ({ step: index + 1, ...step }));
}

function answerSteps(
  { relink }: JobFacts,
  end: Pick<EndedJob, "result" | "dlpRedacted" | "linked">,
): Omit<TraceStep, "step">[] {
  const { outcome } = end.result;
  if (outcome === "failed" || outcome === "ended_early") return [];
  const step = {
    component: "edge-gateway",
    network: "edge",
    action: relink ? "scan answer and re-link" : "scan answer",
    detail: outcome === "streamed" ? streamedText(relink) : answerText(relink, end),
    data_seen: "the answer",
    pii_sent: false,
  };
  return [step];
}

function streamedText(relink: boolean): string {
  const asked = relink ? "requested, and is done while it is received" : "not requested";
  return `the answer is scanned when it has ended, and nothing in it is redacted; re-link was ${asked}`;
}

/**
 * Returns the trace of a streamed answer at its end.
 * @param linked - the number of placeholders that were not restored because of their position;
 * undefined if it is unknown
 */
export function endedTrace(trace: ComplianceTrace, linked: number | undefined): ComplianceTrace {
  const last = trace.steps.length - 1;
  const steps = trace.steps.map((step, at) =>
    at === last ? { ...step, detail: `${step.detail}${linkedText(linked)}` } : step,
  );
  return { ...trace, steps };
}

function answerText(
  relink: boolean,
  { dlpRedacted, linked }: Pick<EndedJob, "dlpRedacted" | "linked">,
): string {
  const asked = relink ? `requested${linkedText(linked)}` : "not requested";
  const redacted = dlpRedacted
    ? "personal data written by the model was redacted"
    : "nothing redacted";
  return `${redacted}; re-link was ${asked}`;
}

/**
 * Describes the placeholders in places such as links, where values are restored only for hosts that
 * the template names.
 */
function linkedText(linked: number | undefined): string {
  const where = "in links, images and tags, or next to URLs, which are not restored";
  if (linked === undefined) return `; the number of placeholders ${where}, is unknown`;
  return linked === 0 ? "" : `; placeholders ${where}: ${linked}`;
}

/** Returns a step for each of the operator's engines that run outside the sanitiser. */
function engineSteps(facts: JobFacts): Omit<TraceStep, "step">[] {
  const { layers } = facts;
  const { sent, unsent } = leftOf(facts);
  const analyzer = {
    component: "presidio",
    network: "sanitiser",
    action: "analyse",
    detail: "the operator's analyzer searched for names",
    data_seen: `${traceWording(facts).seenInClear} in clear, in the analyzer's languages`,
    pii_sent: true,
  };
  const shield = {
    component: "llm-shield",
    network: "sanitiser",
    action: "look at what is left",
    detail: "the operator's language model searched for what the other layers missed",
    data_seen: `${traceWording(facts).seenInClear} with placeholders`,
    pii_sent: holdsPersonalData(sent) || holdsPersonalData(unsent),
  };
  return [analyzer, shield].filter(({ component }) => layers.includes(component));
}

function provingGroundSteps({ activity_id }: JobFacts): Omit<TraceStep, "step">[] {
  if (activity_id === undefined) return [];
  const step = {
    component: "edge-gateway",
    network: "edge",
    action: "evaluate ground truth",
    detail: `redactions compared with the caller's annotations, for activity ${activity_id}`,
    data_seen: "annotations, which were removed here and sent to no other service",
    pii_sent: false,
  };
  return [step];
}

function inferenceDetail(result: EndedJob["result"]): string {
  const { provider, attempts } = result;
  switch (contactOf(result)) {
    case "reached":
      return `Sandbox B called the provider (${provider}), attempt ${attempts}`;
    case "unknown":
      return provider === undefined
        ? `it is unknown whether the provider was called, attempts: ${attempts}`
        : `Sandbox B tried to call the provider (${provider}), attempt ${attempts}; it is unknown whether it received the prompt`;
    case "not_reached":
      return "the provider was not called";
  }
}

type NetworkIsolation = ComplianceTrace["network_isolation"];

const GATEWAY_ROLE =
  "the edge gateway sees identity and content while a request is in flight; no service behind it sees both";

export function networkIsolation(isolation: IsolationReport, at: Date): NetworkIsolation {
  const { aToB, bToA, probedAt, enforcedBy } = isolation;
  const fresh = probedAt !== undefined && at.getTime() - probedAt.getTime() < PROBE_VALID_MS;
  const hint = fresh
    ? probeHint(isolation)
    : "No isolation probe ran within the 5 minutes before the job ended";
  const text = (verdict: Verdict) => (fresh ? verdictText(verdict, enforcedBy) : "unverified");
  return {
    sandbox_a_to_sandbox_b: text(aToB),
    sandbox_b_to_sandbox_a: text(bToA),
    gateway_role: GATEWAY_ROLE,
    enforced_by: enforcedBy,
    ...(probedAt && { probed_at: probedAt.toISOString() }),
    ...(hint !== undefined && { hint }),
  };
}

/** The isolation section for answers that were stored without one. */
const UNRECORDED_ISOLATION: NetworkIsolation = {
  sandbox_a_to_sandbox_b: "unverified",
  sandbox_b_to_sandbox_a: "unverified",
  gateway_role: GATEWAY_ROLE,
  enforced_by: "not recorded",
  hint: "The isolation at the time of the inference was not recorded",
};

function verdictText(verdict: Verdict, enforcedBy: Enforcement): string {
  const network = enforcedBy !== "service-credentials";
  switch (verdict) {
    case "blocked":
      return network
        ? "blocked: no connection from the sandbox's zone succeeded, and a call with the sandbox's own credential was refused"
        : "blocked: a call with the sandbox's own credential was refused";
    case "open":
      return network
        ? "open: a connection from the sandbox's zone succeeded, or a call with the sandbox's own credential was accepted"
        : "open: a call with the sandbox's own credential was accepted";
    case "unverified":
      return "unverified";
  }
}

function probeHint(isolation: IsolationReport): string | undefined {
  const verdicts = [isolation.aToB, isolation.bToA];
  if (verdicts.includes("open")) return "The last isolation probe failed: contact the operator";
  if (leaksOf(isolation).length > 0)
    return "The last isolation probe reached a peer that it must not reach: contact the operator";
  if (verdicts.includes("unverified")) return "The last isolation probe could not be completed";
  return undefined;
}
