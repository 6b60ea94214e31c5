import { type Static, Type } from "typebox";

/** The query parameters of every paginated list. `limit` defaults to 50. */
export const PageQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({ pattern: "^([1-9][0-9]?|1[0-9]{2}|200)$", description: "1 to 200" }),
    ),
    cursor: Type.Optional(
      Type.String({ pattern: "^[A-Za-z0-9_-]{1,128}$", description: "a next_cursor" }),
    ),
  },
  { additionalProperties: false },
);
export type PageQuery = Static<typeof PageQuery>;

/** Absent on the last page. */
export const nextCursor = Type.Optional(Type.String());
