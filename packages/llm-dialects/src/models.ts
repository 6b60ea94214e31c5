import { type Static, Type } from "typebox";

/**
 * Response to `GET /v1/models` in both formats. Only the Anthropic format has pages. Source: API
 * references, "List Models".
 */
export const ModelList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      /** OpenAI only: seconds since 1970. */
      created: Type.Optional(Type.Unknown()),
      owned_by: Type.Optional(Type.Unknown()),
      /** Anthropic only. */
      created_at: Type.Optional(Type.Unknown()),
      display_name: Type.Optional(Type.Unknown()),
    }),
  ),
  has_more: Type.Optional(Type.Boolean()),
  /** The `after_id` with which to request the next page. */
  last_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type ModelList = Static<typeof ModelList>;
