import {
  DEFAULT_THRESHOLDS,
  ENTITY_TYPES,
  type EntityType,
  type EntityTypeName,
  entityTypeOf,
  NOT_REDACTED_BY_DEFAULT,
} from "@veil/contracts/entities";
import { ApiError } from "@veil/contracts/errors";
import type {
  EntityPolicyRequest,
  EntityPolicyResponse,
  KeyEntityPolicy,
  KeyEntityPolicyRequest,
} from "@veil/contracts/public/entity-policy";
import type { EntityPolicy } from "@veil/contracts/sanitiser";

interface Rule {
  readonly redacted: boolean;
  readonly threshold: number;
}

type Rules = Pick<EntityPolicy, "types" | "thresholds">;

/**
 * Returns the key's policy with the changes of the request. A request may always replace more, but
 * it may replace less only within the limits of the key.
 * @returns undefined if the result is the default
 * @throws ApiError `invalid_field`, which contains the type but never a value
 */
export function effectivePolicy(
  key: KeyEntityPolicy = {},
  asked: EntityPolicy = {},
): EntityPolicy | undefined {
  const merged = {
    types: { ...key.types, ...asked.types },
    thresholds: { ...key.thresholds, ...asked.thresholds },
  };
  const mayKeep = new Set(key.may_keep);
  for (const type of namedTypes(asked))
    if (!mayKeep.has(type) && loosens(ruleOf(key, type), ruleOf(merged, type)))
      throw refusal(`this key does not allow a request to keep more of ${type} in the text`);
  const { allow = [], deny = [] } = asked;
  if (allow.length > 0 && key.may_allow !== true)
    throw refusal("this key does not allow a request to name values to keep");
  const policy = {
    ...(Object.keys(merged.types).length > 0 && { types: merged.types }),
    ...(Object.keys(merged.thresholds).length > 0 && { thresholds: merged.thresholds }),
    ...(allow.length > 0 && { allow }),
    ...(deny.length > 0 && { deny }),
  };
  return Object.keys(policy).length > 0 ? policy : undefined;
}

export function typesKept(policy: Rules = {}): EntityType[] {
  return namedTypes(policy).filter((type) => loosens(ruleOf({}, type), ruleOf(policy, type)));
}

/** Returns the types that are never replaced. */
export function typesOff(policy: Rules = {}): EntityType[] {
  return typesKept(policy).filter((type) => !ruleOf(policy, type).redacted);
}

/** Returns whether the policy requires a higher confidence for a type than the default does. */
export function raisesThresholds(policy: Rules = {}): boolean {
  return typesKept(policy).some((type) => ruleOf(policy, type).redacted);
}

/**
 * Checks whether a key may change lists. Without `may_allow`, a key with a policy may only add deny
 * lists, because any other change could make the sanitiser replace less, which the policy forbids.
 * @throws ApiError `key_policy_forbids`
 */
export function requireListChange(
  key: KeyEntityPolicy | undefined,
  change: "more is replaced" | "less may be replaced",
): void {
  if (key === undefined || key.may_allow === true || change === "more is replaced") return;
  throw new ApiError(
    "key_policy_forbids",
    "The policy of this key allows it to create deny lists, but no other change",
    { hint: "Use another key of this customer, or ask the operator" },
  );
}

export function describePolicy(key: KeyEntityPolicy = {}): EntityPolicyResponse {
  const types = ENTITY_TYPES.filter((type) => type !== "LITERAL");
  const rules = types.map((type) => [type, ruleOf(key, type)] as const);
  const bounded = rules.filter(([, { threshold }]) => threshold > 0);
  return {
    types: Object.fromEntries(rules.map(([type, { redacted }]) => [type, redacted])),
    thresholds: Object.fromEntries(bounded.map(([type, { threshold }]) => [type, threshold])),
    may_keep: key.may_keep ?? [],
    may_allow: key.may_allow ?? false,
  };
}

function namedTypes({ types = {}, thresholds = {} }: Rules): EntityType[] {
  return ENTITY_TYPES.filter((type) => type in types || type in thresholds);
}

function ruleOf({ types = {}, thresholds = {} }: Rules, type: EntityType): Rule {
  return {
    redacted: types[type] ?? !NOT_REDACTED_BY_DEFAULT.has(type),
    threshold: thresholds[type] ?? DEFAULT_THRESHOLDS[type] ?? 0,
  };
}

function loosens(before: Rule, after: Rule): boolean {
  return before.redacted && (!after.redacted || after.threshold > before.threshold);
}

function refusal(why: string): ApiError {
  return new ApiError("invalid_field", `Field "entity_policy": ${why}`, {
    hint: "See GET /api/v1/account/entity-policy for the limits of this key",
  });
}

/**
 * Converts the policy of a request: aliases are replaced by the types' own names.
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
 * Converts the policy of a key: aliases are replaced by the types' own names.
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
