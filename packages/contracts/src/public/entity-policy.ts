import { type Static, type TSchema, Type } from "typebox";
import { ENTITY_TYPE_NAMES, type EntityType, type EntityTypeName } from "../entities.ts";
import { EntityPolicy, typedValue } from "../sanitiser.ts";

/** An enumeration, because long lists validate six times faster than with a union. */
export const entityTypeName = Type.Unsafe<EntityTypeName>(
  Type.String({ enum: [...ENTITY_TYPE_NAMES] }),
);

/**
 * Returns the schema of a map from type names to values. It uses `propertyNames`, because errors
 * about an object schema's unknown properties do not list the allowed names.
 */
function byTypeName<T extends TSchema>(value: T) {
  return Type.Unsafe<Partial<Record<EntityTypeName, Static<T>>>>({
    type: "object",
    propertyNames: entityTypeName,
    additionalProperties: value,
  });
}

const rules = {
  types: Type.Optional(byTypeName(Type.Boolean())),
  /** The minimum confidence for replacement per type, from 0 to 1. */
  thresholds: Type.Optional(byTypeName(Type.Number({ minimum: 0, maximum: 1 }))),
};

/**
 * An `EntityPolicy` in which types may have aliases. The handler refuses two names for the same
 * type.
 */
export const EntityPolicyRequest = Type.Object(
  {
    ...rules,
    allow: EntityPolicy.properties.allow,
    deny: Type.Optional(Type.Array(typedValue(entityTypeName), { maxItems: 1_000 })),
  },
  { additionalProperties: false },
);
export type EntityPolicyRequest = Static<typeof EntityPolicyRequest>;

/**
 * The entity policy of one key, and how far requests may loosen it. It contains no values, because
 * values are personal data and belong in entity lists.
 */
export const KeyEntityPolicyRequest = Type.Object(
  {
    ...rules,
    /**
     * Types that a request may keep or whose threshold it may raise. When absent, a request may do
     * this for no type.
     */
    may_keep: Type.Optional(Type.Array(entityTypeName)),
    /**
     * Whether requests may list values to keep, and whether this key may loosen entity lists.
     * Defaults to false.
     */
    may_allow: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type KeyEntityPolicyRequest = Static<typeof KeyEntityPolicyRequest>;

/** The stored form of the policy, without aliases. */
export interface KeyEntityPolicy
  extends Pick<EntityPolicy, "types" | "thresholds">,
    Pick<KeyEntityPolicyRequest, "may_allow"> {
  may_keep?: EntityType[];
}

/** Response to `GET /api/v1/account/entity-policy`: the policy of the key that made the request. */
export const EntityPolicyResponse = Type.Object(
  {
    types: Type.Record(Type.String(), Type.Boolean()),
    /** The minimum confidence for replacement, for types where it is not 0. */
    thresholds: Type.Record(Type.String(), Type.Number()),
    may_keep: Type.Array(Type.String()),
    may_allow: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type EntityPolicyResponse = Static<typeof EntityPolicyResponse>;
