import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import {
  type Enforcement,
  type IsolationReport,
  leaksOf,
  PROBE_VALID_MS,
  type Verdict,
} from "../../isolation/index.ts";

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

/** The isolation of answers that were stored without it. */
export const UNRECORDED_ISOLATION: NetworkIsolation = {
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
