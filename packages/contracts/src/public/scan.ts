import { type Static, Type } from "typebox";
import { Language } from "../sanitiser.ts";
import { EntityPolicyRequest } from "./entity-policy.ts";

/** The maximum size of `text` in UTF-8 bytes, not counting surrounding white space. */
export const SCAN_TEXT_BYTES = 4_096;

/**
 * Body of `POST /api/v1/scan`. The handler checks the size, and preserves surrounding white space.
 */
export const ScanRequest = Type.Object(
  {
    text: Type.String({ pattern: "\\S", description: "a text that is not only blanks" }),
    language: Type.Optional(Language),
  },
  { additionalProperties: false },
);
export type ScanRequest = Static<typeof ScanRequest>;

export const ScanRedaction = Type.Object(
  {
    /** `[TYPE_n]`. Equal values have the same placeholder. */
    placeholder: Type.String(),
    type: Type.String(),
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    recognizer: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type ScanRedaction = Static<typeof ScanRedaction>;

/**
 * A layer of detection: L1 finds patterns and known entities, L2 finds names, and L3 is the LLM
 * shield.
 */
export const DetectionLayer = Type.Union([
  Type.Literal("L1"),
  Type.Literal("L2"),
  Type.Literal("L3"),
]);
export type DetectionLayer = Static<typeof DetectionLayer>;

export const ScanResponse = Type.Object(
  {
    redacted: Type.String(),
    /** The redactions in document order, without text that only looks like a placeholder. */
    redactions: Type.Array(ScanRedaction),
    latency_ms: Type.Integer({ minimum: 0 }),
    layers_active: Type.Optional(Type.Array(DetectionLayer)),
  },
  { additionalProperties: false },
);
export type ScanResponse = Static<typeof ScanResponse>;

/** The maximum size of a previewed text in UTF-8 bytes. */
export const PREVIEW_TEXT_BYTES = 16_384;

/** Body of `POST /api/v1/account/preview`. The handler checks the size. */
export const PreviewRequest = Type.Object(
  {
    text: Type.String({ pattern: "\\S", description: "a text that is not only blanks" }),
    language: Type.Optional(Language),
    /** Applies to this text only, within the limits of the key, like that of a call. */
    entity_policy: Type.Optional(EntityPolicyRequest),
  },
  { additionalProperties: false },
);
export type PreviewRequest = Static<typeof PreviewRequest>;

export const PreviewedRedaction = Type.Object(
  {
    placeholder: Type.String(),
    type: Type.String(),
    /** Offset in the text, in UTF-16 code units. `end` is exclusive. */
    start: Type.Integer({ minimum: 0 }),
    end: Type.Integer({ minimum: 1 }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    recognizer: Type.String(),
  },
  { additionalProperties: false },
);
export type PreviewedRedaction = Static<typeof PreviewedRedaction>;

export const PreviewResponse = Type.Object(
  {
    redacted: Type.String(),
    /** In the order of the text. The type `LITERAL` protects text that looks like a placeholder. */
    redactions: Type.Array(PreviewedRedaction),
    latency_ms: Type.Integer({ minimum: 0 }),
    layers_active: Type.Array(DetectionLayer),
  },
  { additionalProperties: false },
);
export type PreviewResponse = Static<typeof PreviewResponse>;
