import { type Static, Type } from "typebox";

export const Language = Type.Union([Type.Literal("en"), Type.Literal("de")]);
export type Language = Static<typeof Language>;

/** `POST /sanitise`: named texts, in the order in which placeholders are numbered. */
export const SanitiseRequest = Type.Object(
  {
    fields: Type.Array(
      Type.Object(
        { name: Type.String({ minLength: 1, maxLength: 64 }), text: Type.String() },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
    /** Absent: detected, field by field. */
    language: Type.Optional(Language),
  },
  { additionalProperties: false },
);
export type SanitiseRequest = Static<typeof SanitiseRequest>;

/**
 * One replacement. `start` and `end` are UTF-16 offsets into the original text, end exclusive.
 * The value is not repeated: the caller has it.
 */
export const Redaction = Type.Object(
  {
    start: Type.Integer({ minimum: 0 }),
    end: Type.Integer({ minimum: 1 }),
    placeholder: Type.String({ pattern: "^\\[[A-Z][A-Z0-9_]*_[1-9][0-9]*\\]$" }),
    type: Type.String({ pattern: "^[A-Z][A-Z0-9_]*$" }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    recognizer: Type.String({ pattern: "^[a-z0-9-]+$" }),
  },
  { additionalProperties: false },
);
export type Redaction = Static<typeof Redaction>;

export const SanitisedField = Type.Object(
  {
    name: Type.String(),
    text: Type.String(),
    /** In document order, never overlapping. */
    redactions: Type.Array(Redaction),
  },
  { additionalProperties: false },
);
export type SanitisedField = Static<typeof SanitisedField>;

export const SanitiseResponse = Type.Object(
  {
    /** Same names, same order as in the request. */
    fields: Type.Array(SanitisedField),
    layers_active: Type.Array(Type.String()),
  },
  { additionalProperties: false },
);
export type SanitiseResponse = Static<typeof SanitiseResponse>;
