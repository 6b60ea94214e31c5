import { type EntityType, type EntityTypeName, entityTypeOf } from "@veil/contracts/entities";
import { ApiError } from "@veil/contracts/errors";
import type {
  EntityPolicyRequest,
  KeyEntityPolicy,
  KeyEntityPolicyRequest,
} from "@veil/contracts/public/entity-policy";
import type { EntityPolicy } from "@veil/contracts/sanitiser";

/**
 * Returns the policy with the types' own names.
 * @throws ApiError `invalid_field` when two names mean the same type
 */
export function policyOfRequest(asked: EntityPolicyRequest): EntityPolicy {
  const { types, thresholds, deny, ...values } = asked;
  return {
    ...values,
    ...(types && { types: byType(types, "entity_policy.types") }),
    ...(thresholds && { thresholds: byType(thresholds, "entity_policy.thresholds") }),
    ...(deny && { deny: typedValues(deny) }),
  };
}

/**
 * Returns the policy with the types' own names.
 * @throws ApiError `invalid_field` when two names mean the same type
 */
export function policyOfKey(asked: KeyEntityPolicyRequest): KeyEntityPolicy {
  const { types, thresholds, may_keep, ...bounds } = asked;
  return {
    ...bounds,
    ...(types && { types: byType(types, "types") }),
    ...(thresholds && { thresholds: byType(thresholds, "thresholds") }),
    ...(may_keep && { may_keep: [...new Set(may_keep.map((name) => entityTypeOf(name)))] }),
  };
}

interface Named<Name> {
  value: string;
  type?: Name;
}

export function typedValues(named: readonly Named<EntityTypeName>[]): Named<EntityType>[] {
  return named.map(({ value, type }) => ({ value, ...(type && { type: entityTypeOf(type) }) }));
}

function byType<T>(
  named: Partial<Record<EntityTypeName, T>>,
  place: string,
): Partial<Record<EntityType, T>> {
  const rules = new Map<EntityType, T>();
  for (const [name, rule] of Object.entries(named) as [EntityTypeName, T][]) {
    const type = entityTypeOf(name);
    if (rules.has(type))
      throw new ApiError("invalid_field", `Field "${place}" names ${type} twice`, {
        hint: "An alias and the name that it stands for are the same type",
      });
    rules.set(type, rule);
  }
  return Object.fromEntries(rules) as Partial<Record<EntityType, T>>;
}
