import { type Static, type TSchema, Type } from "typebox";
import { ENTITY_TYPE_NAMES, type EntityType, type EntityTypeName } from "../entities.ts";
import { EntityPolicy, typedValue } from "../sanitiser.ts";

/** An enumeration rather than a union: long lists validate six times as fast. */
export const entityTypeName = Type.Unsafe<EntityTypeName>(
  Type.String({ enum: [...ENTITY_TYPE_NAMES] }),
);

/** Does not declare an object with these properties, because its errors would not name them. */
function byTypeName<T extends TSchema>(value: T) {
  return Type.Unsafe<Partial<Record<EntityTypeName, Static<T>>>>({
    type: "object",
    propertyNames: entityTypeName,
    additionalProperties: value,
  });
}

const rules = {
  types: Type.Optional(byTypeName(Type.Boolean())),
  /** Minimum confidence for replacement by type, 0 to 1. */
  thresholds: Type.Optional(byTypeName(Type.Number({ minimum: 0, maximum: 1 }))),
};

/** `EntityPolicy` with the names that callers use. The handler refuses two names of one type. */
export const EntityPolicyRequest = Type.Object(
  {
    ...rules,
    allow: EntityPolicy.properties.allow,
    deny: Type.Optional(Type.Array(typedValue(entityTypeName), { maxItems: 1_000 })),
  },
  { additionalProperties: false },
);
export type EntityPolicyRequest = Static<typeof EntityPolicyRequest>;

/** Policy of one key, and how far requests may loosen it. Values are personal data and belong in lists. */
export const KeyEntityPolicyRequest = Type.Object(
  {
    ...rules,
    /** Types that a request may keep, or raise the threshold for; none when absent. */
    may_keep: Type.Optional(Type.Array(entityTypeName)),
    /** Whether requests may name values to keep, and this key may loosen lists; no when absent. */
    may_allow: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type KeyEntityPolicyRequest = Static<typeof KeyEntityPolicyRequest>;

/** The stored form, with the types' own names. */
export interface KeyEntityPolicy
  extends Pick<EntityPolicy, "types" | "thresholds">,
    Pick<KeyEntityPolicyRequest, "may_allow"> {
  may_keep?: EntityType[];
}

/** `GET /api/v1/account/entity-policy`: the defaults of the presented key. */
export const EntityPolicyResponse = Type.Object(
  {
    types: Type.Record(Type.String(), Type.Boolean()),
    /** Minimum confidence for replacement, where it is not 0. */
    thresholds: Type.Record(Type.String(), Type.Number()),
    may_keep: Type.Array(Type.String()),
    may_allow: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type EntityPolicyResponse = Static<typeof EntityPolicyResponse>;
