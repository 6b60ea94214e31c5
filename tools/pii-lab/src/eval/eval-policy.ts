import { ENTITY_TYPES } from "@veil/contracts/entities";
import type { EntityPolicy } from "@veil/contracts/sanitiser";

/**
 * `default` replaces the same values as a gateway with `PLACES=all` and no other settings. `all`
 * replaces every type at any confidence.
 */
export const EVAL_POLICIES = ["default", "all"] as const;
export type EvalPolicy = (typeof EVAL_POLICIES)[number];

const EVERY_TYPE: EntityPolicy = {
  types: Object.fromEntries(ENTITY_TYPES.map((type) => [type, true])),
  thresholds: Object.fromEntries(ENTITY_TYPES.map((type) => [type, 0])),
};

export function entityPolicyOf(policy: EvalPolicy): EntityPolicy {
  return policy === "all" ? EVERY_TYPE : {};
}
