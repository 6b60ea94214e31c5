import { type Static, Type } from "typebox";
import { EntityListContent, typedValue } from "../sanitiser.ts";
import { entityTypeName } from "./entity-policy.ts";

export const ENTITY_LISTS_MAX = 32;

/** `POST /api/v1/account/entity-lists`, `PUT .../{list_id}`. Also refused: entries without a letter or a digit. */
export const EntityListRequest = Type.Object(
  {
    kind: EntityListContent.properties.kind,
    entries: Type.Array(typedValue(entityTypeName), { minItems: 1, maxItems: 100_000 }),
  },
  { additionalProperties: false },
);
export type EntityListRequest = Static<typeof EntityListRequest>;

/** Never includes entries: only the sanitiser can read them. */
export const EntityListSummary = Type.Object(
  {
    list_id: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    kind: EntityListContent.properties.kind,
    entry_count: Type.Integer({ minimum: 1 }),
    updated_at: Type.String(),
  },
  { additionalProperties: false },
);
export type EntityListSummary = Static<typeof EntityListSummary>;

/** `GET /api/v1/account/entity-lists`: oldest first. */
export const EntityListsResponse = Type.Object(
  { lists: Type.Array(EntityListSummary) },
  { additionalProperties: false },
);
export type EntityListsResponse = Static<typeof EntityListsResponse>;
