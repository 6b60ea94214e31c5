import { type Static, type TSchema, Type } from "typebox";
import { OpenedClaim, SanitiserClaimRequest } from "./claims.ts";
import { ENTITY_TYPES, type EntityType } from "./entities.ts";

export const Language = Type.Union([Type.Literal("en"), Type.Literal("de")]);
export type Language = Static<typeof Language>;

/** An enumeration rather than a union: long lists validate six times as fast. */
const entityType = Type.Unsafe<EntityType>(Type.String({ enum: [...ENTITY_TYPES] }));

function byType<T extends TSchema>(value: T) {
  const properties = Object.fromEntries(
    ENTITY_TYPES.map((type) => [type, Type.Optional(value)] as const),
  );
  return Type.Unsafe<Partial<Record<EntityType, Static<T>>>>(
    Type.Object(properties, { additionalProperties: false }),
  );
}

const value = Type.String({ minLength: 2, maxLength: 256 });

/** A value to replace or to keep; its default type is KNOWN_ENTITY. */
export function typedValue<T extends TSchema>(type: T) {
  return Type.Object({ value, type: Type.Optional(type) }, { additionalProperties: false });
}

export const EntityPolicy = Type.Object(
  {
    types: Type.Optional(byType(Type.Boolean())),
    /** Minimum confidence for replacement by type, 0 to 1. */
    thresholds: Type.Optional(byType(Type.Number({ minimum: 0, maximum: 1 }))),
    /** Values to keep: whole findings, ignoring case. */
    allow: Type.Optional(Type.Array(value, { maxItems: 1_000 })),
    /** Values to replace as whole words, ignoring case. */
    deny: Type.Optional(Type.Array(typedValue(entityType), { maxItems: 1_000 })),
  },
  { additionalProperties: false },
);
export type EntityPolicy = Static<typeof EntityPolicy>;

/** `box`: `EntityListContent` as JSON, sealed under `entityListBindings`, base64; sent after 409 `list_needed`. */
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

/** HPKE bindings of a stored list: the gateway seals with them, the sanitiser opens. */
export function entityListBindings(id: string, version: number) {
  return {
    info: Buffer.from("veil/entity-list/v1"),
    aad: Buffer.from(JSON.stringify([id, version])),
  };
}

/** `deny`: values to replace. `allow`: values to keep. */
export const EntityListContent = Type.Object(
  {
    kind: Type.Union([Type.Literal("deny"), Type.Literal("allow")]),
    entries: Type.Array(typedValue(entityType), { minItems: 1, maxItems: 100_000 }),
  },
  { additionalProperties: false },
);
export type EntityListContent = Static<typeof EntityListContent>;

/** `POST /sanitise` takes named texts, and numbers placeholders in their order. */
export const SanitiseRequest = Type.Object(
  {
    fields: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 64 }),
          text: Type.String(),
          /**
           * What the application calls the text, in words. The sanitiser reads it before the text;
           * no offset counts it.
           */
          label: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
    /** When absent, the sanitiser detects it for each field. */
    language: Type.Optional(Language),
    policy: Type.Optional(EntityPolicy),
    /** A list that is neither cached nor has a box answers 409 `list_needed`. */
    lists: Type.Optional(Type.Array(EntityListReference, { maxItems: 32 })),
    /** Whether a configured LLM shield checks the sanitised text too. */
    shield: Type.Optional(Type.Boolean()),
    /** Absent when the gateway wants no claim. */
    claim: Type.Optional(SanitiserClaimRequest),
  },
  { additionalProperties: false },
);
export type SanitiseRequest = Static<typeof SanitiseRequest>;

/**
 * `policy` keeps the type or value, `list` is an allow list that has it, `default` is a type kept
 * by default.
 */
const LeftReason = Type.Union([
  Type.Literal("policy"),
  Type.Literal("list"),
  Type.Literal("default"),
]);

/** Findings that remain in a field's text, by type and reason. */
export const UnredactedCount = Type.Object(
  { type: entityType, reason: LeftReason, count: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);
export type UnredactedCount = Static<typeof UnredactedCount>;

/** The limit of one request, beyond which it is 422 `too_many_findings`. */
export const MAX_FINDINGS = 50_000;

/** The code that reads the numbers validates them: a schema would visit each item a second time. */
const numbers = Type.Unsafe<readonly unknown[]>({ type: "array" });

/**
 * A response without texts or values: a sanitised text is its original with each finding replaced by `[TYPE_number]`.
 * `findings` has six integers per replacement, in document order: UTF-16 code units from the end of the previous one
 * (or 0) to its start; its length in UTF-16 code units, at least 1; its type, an index into `types`; its number, per
 * type from 1 in order of first appearance in the request; its recognizer, an index into `recognizers`; its
 * confidence in hundredths, 0 to 100.
 */
export const SanitiseResponse = Type.Object(
  {
    fields: Type.Array(
      Type.Object(
        { name: Type.String(), findings: numbers, left: Type.Array(UnredactedCount) },
        { additionalProperties: false },
      ),
    ),
    types: Type.Array(entityType),
    recognizers: Type.Array(Type.String({ pattern: "^[a-z0-9-]+$" })),
    /**
     * SHA-256, base64url, over the concatenation for all sanitised texts, in order, of the length
     * in UTF-16 code units (decimal), a colon, and the text, everything in UTF-16 little-endian, so
     * that lone surrogates are defined too.
     */
    sha256: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
    layers_active: Type.Array(Type.String()),
    claim: Type.Optional(OpenedClaim),
  },
  { additionalProperties: false },
);
export type SanitiseResponse = Static<typeof SanitiseResponse>;
