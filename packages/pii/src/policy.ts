import { DEFAULT_THRESHOLDS, NOT_REDACTED_BY_DEFAULT } from "@veil/contracts/entities";
import type { EntityPolicy, Left } from "@veil/contracts/sanitiser";
import type { Finding } from "./finding.ts";

/** `unsure`: below its type's threshold, so not a finding; otherwise the reason why it stays. */
export type PolicyDecision = "replaced" | "unsure" | Left["reason"];

export function decideBy({
  types = {},
  thresholds = {},
}: EntityPolicy = {}): (finding: Finding) => PolicyDecision {
  return ({ type, confidence }) => {
    if (confidence < (thresholds[type] ?? DEFAULT_THRESHOLDS[type] ?? 0)) return "unsure";
    const staysByDefault = NOT_REDACTED_BY_DEFAULT.has(type);
    if (types[type] ?? !staysByDefault) return "replaced";
    return staysByDefault ? "default" : "policy";
  };
}
