export { effectivePolicy, raisesThresholds, typesKept, typesOff } from "./domain/entity-policy.ts";
export { policyOfRequest } from "./domain/type-names.ts";
export type { EntityLists } from "./ports.ts";
