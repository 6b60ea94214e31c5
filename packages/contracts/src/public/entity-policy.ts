import { type Static, Type } from "typebox";
import { EntityPolicy, entityType } from "../sanitiser.ts";

const { types, thresholds } = EntityPolicy.properties;

/**
 * What an operator sets for one key: what differs from the default, and how far a request may loosen it. There is no
 * place for a value: values are personal data and belong into lists.
 */
export const KeyEntityPolicy = Type.Object(
  {
    types,
    thresholds,
    /** Types that a request may leave in the text, or demand more confidence for. Absent: none. */
    may_keep: Type.Optional(Type.Array(entityType, { uniqueItems: true })),
    /** Whether a request may name values that stay, and this key change lists so that more stays. Absent: no. */
    may_allow: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type KeyEntityPolicy = Static<typeof KeyEntityPolicy>;

/** `GET /api/v1/account/entity-policy`: what holds for the presented key when a request says nothing. */
export const EntityPolicyResponse = Type.Object(
  {
    /** Every type, and whether its findings are replaced. */
    types: Type.Record(Type.String(), Type.Boolean()),
    /** The least confidence with which they are, where it is not 0. */
    thresholds: Type.Record(Type.String(), Type.Number()),
    may_keep: Type.Array(Type.String()),
    may_allow: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type EntityPolicyResponse = Static<typeof EntityPolicyResponse>;
