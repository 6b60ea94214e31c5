import { type Static, Type } from "typebox";

const closed = { additionalProperties: false };
/** From 0 to 1. Null if there was nothing to count. */
const Share = Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]);

export const MeasuredType = Type.Object(
  {
    /** How many values are annotated. */
    values: Type.Integer({ minimum: 0 }),
    /** The share of values whose letters and digits are all replaced. */
    replaced: Share,
    /** The share of findings with exactly the annotated bounds and type. */
    precision: Share,
  },
  closed,
);
export type MeasuredType = Static<typeof MeasuredType>;

/** The figures of a group of annotated texts under the default policy. */
export const MeasuredTexts = Type.Object(
  {
    /** Language and origin of the texts. */
    title: Type.String(),
    texts: Type.Integer({ minimum: 1 }),
    /** Shares of letters and digits. */
    redaction: Type.Object({ recall: Share, precision: Share }, closed),
    types: Type.Record(Type.String(), MeasuredType),
  },
  closed,
);
export type MeasuredTexts = Static<typeof MeasuredTexts>;

/** How accurate detection was when the release was measured. */
export const AccuracyReport = Type.Object(
  {
    release: Type.String(),
    measured_at: Type.String({ format: "date-time" }),
    command: Type.String(),
    models: Type.Array(Type.Object({ file: Type.String(), sha256: Type.String() }, closed)),
    sets: Type.Array(MeasuredTexts, { minItems: 1 }),
  },
  closed,
);
export type AccuracyReport = Static<typeof AccuracyReport>;
