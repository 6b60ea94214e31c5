export { effectivePolicy, raisesThresholds, typesKept } from "./domain/entity-policy.ts";
export type { EntityLists } from "./ports.ts";
