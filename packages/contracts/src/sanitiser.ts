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
 * Why something that was found stays in the text. `policy`: the entity policy leaves its type, or names the value
 * to stay. `list`: an allow list of the customer's holds it. `default`: its type stays unless a policy says otherwise.
 */
const LeftReason = Type.Union([
  Type.Literal("policy"),
  Type.Literal("list"),
  Type.Literal("default"),
]);

/** Findings of a field that stay in its text, by type and reason. */
export const Left = Type.Object(
  { type: entityType, reason: LeftReason, count: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);
export type Left = Static<typeof Left>;

/** Replacements of one request; where there are more, 422 `too_many_findings`. */
export const MAX_FINDINGS = 50_000;

/** An array whose items are checked by the one who reads them in order: a schema would visit each of them. */
const numbers = Type.Unsafe<readonly unknown[]>({ type: "array" });

/**
 * The answer: neither texts nor values, which the caller has. The sanitised text of a field is its original with
 * each finding replaced by `[TYPE_number]`.
 *
 * `findings` holds six integers for each replacement, in document order:
 *
 * 1. the UTF-16 code units between the end of the one before, or the start of the text, and its start;
 * 2. its length in UTF-16 code units, at least 1;
 * 3. its type, as an index into `types`;
 * 4. its number: for each type from 1 in the order in which they first appear in the request;
 * 5. its recogniser, as an index into `recognizers`;
 * 6. its confidence in hundredths, 0 to 100.
 */
export const SanitiseResponse = Type.Object(
  {
    /** Same names, same order as in the request. */
    fields: Type.Array(
      Type.Object(
        { name: Type.String(), findings: numbers, left: Type.Array(Left) },
        { additionalProperties: false },
      ),
    ),
    types: Type.Array(entityType),
    recognizers: Type.Array(Type.String({ pattern: "^[a-z0-9-]+$" })),
    /**
     * SHA-256 over all sanitised texts, base64url: of each, in order, its length in UTF-16 code units in decimal, a
     * colon, and the text, all of it as UTF-16 code units, little-endian: defined for every text, lone surrogates too.
     */
    sha256: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
    layers_active: Type.Array(Type.String()),
  },
  { additionalProperties: false },
);
export type SanitiseResponse = Static<typeof SanitiseResponse>;
