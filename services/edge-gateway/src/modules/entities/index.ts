export { policyEvent } from "./domain/change-events.ts";
export {
  describePolicy,
  effectivePolicy,
  policyOfKey,
  policyOfRequest,
  raisesThresholds,
  typesKept,
  typesOff,
} from "./domain/entity-policy.ts";
export type { EntityLists, ListErasure, ListOwner } from "./ports.ts";
