import { type Static, Type } from "typebox";

/** `GET /v1/models` of both formats; only Anthropic's has pages. Source: API references, "List Models". */
export const ModelList = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String() })),
  has_more: Type.Optional(Type.Boolean()),
  /** `after_id` of the next page. */
  last_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type ModelList = Static<typeof ModelList>;
