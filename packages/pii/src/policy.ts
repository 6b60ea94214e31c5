import { DEFAULT_THRESHOLDS, NOT_REDACTED_BY_DEFAULT } from "@veil/contracts/entities";
import type { EntityPolicy, UnredactedCount } from "@veil/contracts/sanitiser";
import type { Finding } from "./finding.ts";

/**
 * What happens to a finding: it is `replaced`, it is `unsure` because it is below its type's
 * threshold, or it stays for the given reason.
 */
export type PolicyDecision = "replaced" | "unsure" | UnredactedCount["reason"];

/**
 * Which places are replaced if no policy decides about LOCATION: only the places of persons and
 * addresses, or all.
 */
export type ReplacedPlaces = "personal" | "all";

export function decideBy(
  { types = {}, thresholds = {} }: EntityPolicy = {},
  places: ReplacedPlaces = "personal",
): (finding: Finding) => PolicyDecision {
  return ({ type, confidence, general = false }) => {
    if (confidence < (thresholds[type] ?? DEFAULT_THRESHOLDS[type] ?? 0)) return "unsure";
    const staysByDefault = NOT_REDACTED_BY_DEFAULT.has(type) || (general && places === "personal");
    if (types[type] ?? !staysByDefault) return "replaced";
    return staysByDefault ? "default" : "policy";
  };
}
