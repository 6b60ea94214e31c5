import { type Static, Type } from "typebox";
import { EntityListContent } from "../sanitiser.ts";
import { entityTypeName } from "./entity-policy.ts";

export const ENTITY_LISTS_MAX = 32;

const entry = Type.Object(
  {
    value: Type.String({
      minLength: 2,
      maxLength: 256,
      pattern: "[\\p{L}\\p{N}]",
      description: "a value with a letter or a digit",
    }),
    type: Type.Optional(entityTypeName),
  },
  { additionalProperties: false },
);

/** Body of `POST /api/v1/account/entity-lists` and `PUT .../{list_id}`. */
export const EntityListRequest = Type.Object(
  {
    kind: EntityListContent.properties.kind,
    entries: Type.Array(entry, { minItems: 1, maxItems: 100_000 }),
  },
  { additionalProperties: false },
);
export type EntityListRequest = Static<typeof EntityListRequest>;

/** A list without its entries, which only the sanitiser can decrypt. */
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

/** Response to `GET /api/v1/account/entity-lists`, oldest list first. */
export const EntityListsResponse = Type.Object(
  { lists: Type.Array(EntityListSummary) },
  { additionalProperties: false },
);
export type EntityListsResponse = Static<typeof EntityListsResponse>;
