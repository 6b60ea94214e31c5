import { decodePolicy } from "../manifests/decode-policy.ts";
import type { Fields } from "../manifests/fields.ts";
import { ManifestError } from "../manifests/manifest-error.ts";
import { policyRefusals } from "../validation/policy-refusals.ts";
import type { RuleFinding } from "./lint-finding.ts";

/**
 * Returns a finding for each reason why the API server refuses a policy: the name of the rule, or
 * `refused` for a value that it cannot decode.
 */
export function refusedFindings(fields: Fields, name: string): readonly RuleFinding[] {
  try {
    return policyRefusals(decodePolicy(fields, name));
  } catch (error) {
    if (error instanceof ManifestError) return [{ rule: "refused", message: error.message }];
    throw error;
  }
}
