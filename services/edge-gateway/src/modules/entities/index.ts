export { policyEvent } from "./domain/change-events.ts";
export {
  describePolicy,
  effectivePolicy,
  raisesThresholds,
  typesKept,
  typesOff,
} from "./domain/entity-policy.ts";
export { policyOfKey, policyOfRequest } from "./domain/type-names.ts";
export type { EntityLists, ListOwner } from "./ports.ts";
