import { type Static, Type } from "typebox";

/** `GET /v1/models` of both formats; only Anthropic's has pages. Source: API references, "List Models". */
export const ModelList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      /** OpenAI's format: seconds since 1970. */
      created: Type.Optional(Type.Unknown()),
      owned_by: Type.Optional(Type.Unknown()),
      /** Anthropic's. */
      created_at: Type.Optional(Type.Unknown()),
      display_name: Type.Optional(Type.Unknown()),
    }),
  ),
  has_more: Type.Optional(Type.Boolean()),
  /** `after_id` of the next page. */
  last_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type ModelList = Static<typeof ModelList>;
