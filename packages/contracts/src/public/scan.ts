import { type Static, Type } from "typebox";
import { Language } from "../sanitiser.ts";

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
