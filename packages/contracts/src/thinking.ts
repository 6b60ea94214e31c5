import { type Static, Type } from "typebox";

const closed = { additionalProperties: false };
const display = Type.Optional(
  Type.Union([Type.Literal("summarized"), Type.Literal("omitted"), Type.Null()]),
);

/** How the model thinks. Source: Anthropic's API reference, "Create a Message", `thinking`. */
export const Thinking = Type.Union([
  Type.Object({ type: Type.Literal("adaptive"), display }, closed),
  Type.Object(
    { type: Type.Literal("enabled"), budget_tokens: Type.Integer({ minimum: 1 }), display },
    closed,
  ),
]);
export type Thinking = Static<typeof Thinking>;

/** A feature of Anthropic's API that a request turns on with the header `anthropic-beta`. */
export const Beta = Type.Literal("interleaved-thinking-2025-05-14");
export type Beta = Static<typeof Beta>;

/**
 * A thought of the model. Only the provider can read the signature. The text
 * can be empty.
 */
export const ThinkingBlock = Type.Object(
  { type: Type.Literal("thinking"), thinking: Type.String(), signature: Type.String() },
  closed,
);
export type ThinkingBlock = Static<typeof ThinkingBlock>;

/** A thought that only the provider can read. */
export const RedactedThinkingBlock = Type.Object(
  { type: Type.Literal("redacted_thinking"), data: Type.String() },
  closed,
);
export type RedactedThinkingBlock = Static<typeof RedactedThinkingBlock>;

export const ThoughtBlock = Type.Union([ThinkingBlock, RedactedThinkingBlock]);
export type ThoughtBlock = Static<typeof ThoughtBlock>;
