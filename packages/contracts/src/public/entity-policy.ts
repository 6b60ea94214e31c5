import { type Static, Type } from "typebox";
import { EntityPolicy, entityType } from "../sanitiser.ts";

const { types, thresholds } = EntityPolicy.properties;

/** Policy of one key, and how far requests may loosen it. Values are personal data and belong in lists. */
export const KeyEntityPolicy = Type.Object(
  {
    types,
    thresholds,
    /** Types that a request may keep, or raise the threshold for; none when absent. */
    may_keep: Type.Optional(Type.Array(entityType, { uniqueItems: true })),
    /** Whether requests may name values to keep, and this key may loosen lists; no when absent. */
    may_allow: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type KeyEntityPolicy = Static<typeof KeyEntityPolicy>;

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
