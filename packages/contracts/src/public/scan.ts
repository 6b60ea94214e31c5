import { type Static, Type } from "typebox";
import { Language } from "../sanitiser.ts";

/** What `text` may weigh: bytes of UTF-8, blanks at both ends aside. */
export const SCAN_TEXT_BYTES = 4_096;

/**
 * `POST /api/v1/scan`. The handler checks the length in bytes, which a schema cannot say. The text is redacted as
 * it was sent, with the blanks at its ends.
 */
export const ScanRequest = Type.Object(
  {
    text: Type.String(),
    /** Absent: detected. */
    language: Type.Optional(Language),
  },
  { additionalProperties: false },
);
export type ScanRequest = Static<typeof ScanRequest>;

/** One replaced stretch of the text. The value is not repeated. */
export const ScanRedaction = Type.Object(
  {
    /** `[TYPE_n]`; the same value has the same one. */
    placeholder: Type.String(),
    type: Type.String(),
    /** 0 to 1. */
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    recognizer: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type ScanRedaction = Static<typeof ScanRedaction>;

export const ScanResponse = Type.Object(
  {
    redacted: Type.String(),
    /** In document order, one for each stretch; text that only looks like a placeholder is not among them. */
    redactions: Type.Array(ScanRedaction),
    latency_ms: Type.Integer({ minimum: 0 }),
    layers_active: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);
export type ScanResponse = Static<typeof ScanResponse>;
