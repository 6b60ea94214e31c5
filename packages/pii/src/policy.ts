import { DEFAULT_THRESHOLDS, NOT_REDACTED_BY_DEFAULT } from "@veil/contracts/entities";
import type { EntityPolicy } from "@veil/contracts/sanitiser";
import type { Finding } from "./finding.ts";

/** Which findings are replaced under a policy: by type, and by the confidence that the type needs. */
export function keptBy({
  types = {},
  thresholds = {},
}: EntityPolicy = {}): (finding: Finding) => boolean {
  return ({ type, confidence }) =>
    (types[type] ?? !NOT_REDACTED_BY_DEFAULT.has(type)) &&
    confidence >= (thresholds[type] ?? DEFAULT_THRESHOLDS[type] ?? 0);
}
