import { type Static, type TSchema, Type } from "typebox";
import { OpenedClaim, SanitiserClaimRequest } from "./claims.ts";
import { ENTITY_TYPES, type EntityType } from "./entities.ts";

export const Language = Type.Union([Type.Literal("en"), Type.Literal("de")]);
export type Language = Static<typeof Language>;

/** An enumeration, because long lists validate six times faster than with a union. */
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

/** Returns the schema of a value to replace or keep. Its type defaults to KNOWN_ENTITY. */
export function typedValue<T extends TSchema>(type: T) {
  return Type.Object({ value, type: Type.Optional(type) }, { additionalProperties: false });
}

export const EntityPolicy = Type.Object(
  {
    types: Type.Optional(byType(Type.Boolean())),
    /** The minimum confidence for replacement per type, from 0 to 1. */
    thresholds: Type.Optional(byType(Type.Number({ minimum: 0, maximum: 1 }))),
    /** Values to keep. A value matches a whole finding, ignoring case. */
    allow: Type.Optional(Type.Array(value, { maxItems: 1_000 })),
    /** Values to replace. A value matches whole words, ignoring case. */
    deny: Type.Optional(Type.Array(typedValue(entityType), { maxItems: 1_000 })),
  },
  { additionalProperties: false },
);
export type EntityPolicy = Static<typeof EntityPolicy>;

/**
 * A stored list that a request uses. `box` is the `EntityListContent` as JSON, sealed with
 * `entityListBindings`, in base64. The gateway sends it only after a 409 `list_needed`.
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

/**
 * Returns the HPKE `info` and `aad` with which the gateway seals a stored list and the sanitiser
 * opens it.
 */
export function entityListBindings(id: string, version: number) {
  return {
    info: Buffer.from("veil/entity-list/v1"),
    aad: Buffer.from(JSON.stringify([id, version])),
  };
}

/**
 * The content of a list: in a `deny` list, values to replace; in an `allow` list, values to keep.
 */
export const EntityListContent = Type.Object(
  {
    kind: Type.Union([Type.Literal("deny"), Type.Literal("allow")]),
    entries: Type.Array(typedValue(entityType), { minItems: 1, maxItems: 100_000 }),
  },
  { additionalProperties: false },
);
export type EntityListContent = Static<typeof EntityListContent>;

/**
 * Body of `POST /sanitise`: named texts. The sanitiser numbers placeholders across the texts, in
 * order.
 */
export const SanitiseRequest = Type.Object(
  {
    fields: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 64 }),
          text: Type.String(),
          /**
           * The application's name for the text, in words. The sanitiser reads it as context in
           * front of the text. Offsets do not include it.
           */
          label: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
    /** When absent, the sanitiser detects the language of each field. */
    language: Type.Optional(Language),
    policy: Type.Optional(EntityPolicy),
    /** If a list has no `box` and is not cached, the response is 409 `list_needed`. */
    lists: Type.Optional(Type.Array(EntityListReference, { maxItems: 32 })),
    /** Whether the LLM shield, if configured, also checks the sanitised text. */
    shield: Type.Optional(Type.Boolean()),
    /** When absent, the sanitiser makes no claim. */
    claim: Type.Optional(SanitiserClaimRequest),
  },
  { additionalProperties: false },
);
export type SanitiseRequest = Static<typeof SanitiseRequest>;

/**
 * Why a finding was not replaced. `policy`: the policy keeps its type or value. `list`: an allow
 * list contains it. `default`: its type is kept by default.
 */
const LeftReason = Type.Union([
  Type.Literal("policy"),
  Type.Literal("list"),
  Type.Literal("default"),
]);

/** How many findings of one type remain in a field's text for one reason. */
export const UnredactedCount = Type.Object(
  { type: entityType, reason: LeftReason, count: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);
export type UnredactedCount = Static<typeof UnredactedCount>;

/**
 * The maximum number of findings in one request. With more, the response is 422
 * `too_many_findings`.
 */
export const MAX_FINDINGS = 50_000;

/**
 * A list of numbers. The schema does not check the items, because the code that reads them does.
 */
const numbers = Type.Unsafe<readonly unknown[]>({ type: "array" });

/**
 * Response to `POST /sanitise`. It contains neither texts nor values: a sanitised text is the
 * original with each finding replaced by `[TYPE_number]`. `findings` has six integers per
 * replacement, in document order:
 * - the distance from the end of the previous replacement (or from 0) to its start, in UTF-16 code
 *   units
 * - its length in UTF-16 code units, at least 1
 * - its type, an index into `types`
 * - its number, counted per type from 1 in order of first appearance in the request
 * - its recognizer, an index into `recognizers`
 * - its confidence in hundredths, 0 to 100
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
     * SHA-256 of all sanitised texts, in base64url. The hashed bytes are, for each text in order:
     * its length in UTF-16 code units (decimal), a colon, and the text. They are encoded as UTF-16
     * little-endian, because that also represents lone surrogates.
     */
    sha256: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
    layers_active: Type.Array(Type.String()),
    claim: Type.Optional(OpenedClaim),
  },
  { additionalProperties: false },
);
export type SanitiseResponse = Static<typeof SanitiseResponse>;

/** A stored list with its box. */
const BoxedList = Type.Required(EntityListReference);

/** Body of `POST /lists/search`. */
export const ListSearchRequest = Type.Object(
  {
    /** Matches whole words of an entry, ignoring case. */
    value,
    lists: Type.Array(BoxedList, { maxItems: 32 }),
  },
  { additionalProperties: false },
);
export type ListSearchRequest = Static<typeof ListSearchRequest>;

/** Response to `POST /lists/search`: the lists with entries that contain the value. */
export const ListSearchResult = Type.Object(
  {
    lists: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          /** How many entries contain the value. */
          entries: Type.Integer({ minimum: 1 }),
          /**
           * The list without these entries, sealed for the sanitiser as the next version. Absent if
           * nothing would remain.
           */
          rest: Type.Optional(
            Type.Object(
              {
                kind: EntityListContent.properties.kind,
                entry_count: Type.Integer({ minimum: 1 }),
                sealing_key_id: Type.String(),
                box: Type.String(),
              },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type ListSearchResult = Static<typeof ListSearchResult>;
