import { DEFAULT_THRESHOLDS, NOT_REDACTED_BY_DEFAULT } from "@veil/contracts/entities";
import type { EntityPolicy, Left } from "@veil/contracts/sanitiser";
import type { Finding } from "./finding.ts";

/** `replaced`; `unsure`: less sure than its type needs, and so no finding at all; else why it stays. */
export type Verdict = "replaced" | "unsure" | Left["reason"];

/** What becomes of findings under a policy: by type, and by the confidence that the type needs. */
export function judgedBy({
  types = {},
  thresholds = {},
}: EntityPolicy = {}): (finding: Finding) => Verdict {
  return ({ type, confidence }) => {
    if (confidence < (thresholds[type] ?? DEFAULT_THRESHOLDS[type] ?? 0)) return "unsure";
    const staysByDefault = NOT_REDACTED_BY_DEFAULT.has(type);
    if (types[type] ?? !staysByDefault) return "replaced";
    return staysByDefault ? "default" : "policy";
  };
}
