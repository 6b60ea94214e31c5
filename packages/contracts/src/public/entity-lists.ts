import { type Static, Type } from "typebox";
import { EntityListContent } from "../sanitiser.ts";

/** How many lists a customer may have. */
export const ENTITY_LISTS_MAX = 32;

/**
 * `POST /api/v1/account/entity-lists` and `PUT /api/v1/account/entity-lists/{list_id}`. `deny`: the entries are
 * replaced in every request. `allow`: they stay. The handler refuses an entry without a letter or a digit, and the
 * type `LITERAL`.
 */
export const EntityListRequest = EntityListContent;
export type EntityListRequest = Static<typeof EntityListRequest>;

/** All that is ever told of a list: nobody but the sanitiser can read its entries. */
export const EntityListSummary = Type.Object(
  {
    list_id: Type.String(),
    /** 1, and one more with every replacement. */
    version: Type.Integer({ minimum: 1 }),
    kind: EntityListContent.properties.kind,
    entry_count: Type.Integer({ minimum: 1 }),
    /** RFC 3339. */
    updated_at: Type.String(),
  },
  { additionalProperties: false },
);
export type EntityListSummary = Static<typeof EntityListSummary>;

/** `GET /api/v1/account/entity-lists`: the oldest first. */
export const EntityListsResponse = Type.Object(
  { lists: Type.Array(EntityListSummary) },
  { additionalProperties: false },
);
export type EntityListsResponse = Static<typeof EntityListsResponse>;
