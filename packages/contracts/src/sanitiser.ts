import { type Static, type TSchema, Type } from "typebox";
import { ENTITY_TYPES, type EntityType } from "./entities.ts";

export const Language = Type.Union([Type.Literal("en"), Type.Literal("de")]);
export type Language = Static<typeof Language>;

/** An entity type. One enumeration rather than a union: a long list of entries is checked six times as fast. */
export const entityType = Type.Unsafe<EntityType>(Type.String({ enum: [...ENTITY_TYPES] }));

function byType<T extends TSchema>(value: T) {
  const properties = Object.fromEntries(
    ENTITY_TYPES.map((type) => [type, Type.Optional(value)] as const),
  );
  return Type.Unsafe<Partial<Record<EntityType, Static<T>>>>(
    Type.Object(properties, { additionalProperties: false }),
  );
}

const value = Type.String({ minLength: 2, maxLength: 256 });

/** What is redacted, where it differs from the default. */
export const EntityPolicy = Type.Object(
  {
    /** Whether findings of a type are replaced. A type that is not named: as by default. */
    types: Type.Optional(byType(Type.Boolean())),
    /** The least confidence with which a finding of a type is replaced; 0 to 1. */
    thresholds: Type.Optional(byType(Type.Number({ minimum: 0, maximum: 1 }))),
    /** Values that stay, whatever finds them: whole findings, case aside. */
    allow: Type.Optional(Type.Array(value, { maxItems: 1_000 })),
    /** Values that are replaced wherever they stand as whole words, case aside. */
    deny: Type.Optional(
      Type.Array(
        Type.Object({ value, type: Type.Optional(entityType) }, { additionalProperties: false }),
        { maxItems: 1_000 },
      ),
    ),
  },
  { additionalProperties: false },
);
export type EntityPolicy = Static<typeof EntityPolicy>;

/**
 * A customer's list of known entities, by a random id. `box`: its `EntityListContent` as JSON, sealed to the
 * sanitiser's key of that id under `entityListBindings`, base64; sent when the sanitiser asks for it.
 */
export const EntityListReference = Type.Object(
  {
    id: Type.String({ pattern: "^lst_[0-9a-f]{32}$" }),
    version: Type.Integer({ minimum: 1 }),
    sealing_key_id: Type.Optional(Type.String()),
    box: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type EntityListReference = Static<typeof EntityListReference>;

/** HPKE bindings of a stored list. Gateway seals, sanitiser opens: one recipe for both. */
export function entityListBindings(id: string, version: number) {
  return {
    info: Buffer.from("veil/entity-list/v1"),
    aad: Buffer.from(JSON.stringify([id, version])),
  };
}

/** What stands in the box of a list. `deny`: its values are replaced. `allow`: its values stay. */
export const EntityListContent = Type.Object(
  {
    kind: Type.Union([Type.Literal("deny"), Type.Literal("allow")]),
    entries: Type.Array(
      Type.Object({ value, type: Type.Optional(entityType) }, { additionalProperties: false }),
      { minItems: 1, maxItems: 100_000 },
    ),
  },
  { additionalProperties: false },
);
export type EntityListContent = Static<typeof EntityListContent>;

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
    policy: Type.Optional(EntityPolicy),
    /** A list that the sanitiser does not hold and that comes without its box: 409 `list_needed`. */
    lists: Type.Optional(Type.Array(EntityListReference, { maxItems: 32 })),
    /** Whether the LLM shield looks at the sanitised text too, where one is configured. */
    shield: Type.Optional(Type.Boolean()),
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
