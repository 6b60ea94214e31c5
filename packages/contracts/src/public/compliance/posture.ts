import { type Static, Type } from "typebox";

const closed = { additionalProperties: false };
const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Instant = Type.String({ format: "date-time" });

/** `unknown`: nothing measured it within its maximum age. */
export const ControlState = Type.Union([
  Type.Literal("met"),
  Type.Literal("not_met"),
  Type.Literal("unknown"),
]);
export type ControlState = Static<typeof ControlState>;

/**
 * - `run_time_test`: this deployment tests it while it runs.
 * - `signed_report`: another component tests it and signs the result.
 * - `setting`: it follows from how the operator has configured this deployment.
 * - `release_measurement`: it was measured once, for the release that runs.
 */
export const ControlMethod = Type.Union([
  Type.Literal("run_time_test"),
  Type.Literal("signed_report"),
  Type.Literal("setting"),
  Type.Literal("release_measurement"),
]);
export type ControlMethod = Static<typeof ControlMethod>;

/** The protection goals of the Standard Data Protection Model (SDM 3.1, chapter C1). */
export const ProtectionGoal = Type.Union([
  Type.Literal("data_minimization"),
  Type.Literal("availability"),
  Type.Literal("integrity"),
  Type.Literal("confidentiality"),
  Type.Literal("unlinkability"),
  Type.Literal("transparency"),
  Type.Literal("intervenability"),
]);
export type ProtectionGoal = Static<typeof ProtectionGoal>;

export const ControlFigure = Type.Object(
  { name: Type.String(), value: Type.Union([Type.Number(), Type.String(), Type.Null()]) },
  closed,
);
export type ControlFigure = Static<typeof ControlFigure>;

export const ControlEvidence = Type.Object(
  {
    /** Where the evidence is: a path of this gateway, or a name in this document. */
    address: Type.String(),
    /** SHA-256 of the evidence. Null if it changes with each reading. */
    sha256: Type.Union([Sha256, Type.Null()]),
  },
  closed,
);
export type ControlEvidence = Static<typeof ControlEvidence>;

export const MeasuredControl = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z][a-z_]{2,63}$" }),
    title: Type.String(),
    promise: Type.String(),
    state: ControlState,
    /** Why the state is not `met`. */
    reason: Type.Optional(Type.String()),
    /** Null if it was never measured. */
    measured_at: Type.Union([Instant, Type.Null()]),
    /** After this time the state is `unknown`. Absent if a measurement stays true. */
    max_age_seconds: Type.Optional(Type.Integer({ minimum: 1 })),
    measured_by: Type.String(),
    method: ControlMethod,
    figures: Type.Array(ControlFigure),
    evidence: Type.Array(ControlEvidence),
    /** Articles of the GDPR, such as `32(1)(a)`. */
    gdpr_articles: Type.Array(Type.String()),
    protection_goals: Type.Array(ProtectionGoal),
  },
  closed,
);
export type MeasuredControl = Static<typeof MeasuredControl>;

/** Response to `GET /api/v1/compliance/posture`. */
export const PostureResponse = Type.Object(
  {
    generated_at: Instant,
    /** The version of the software. */
    release: Type.String(),
    met: Type.Integer({ minimum: 0 }),
    not_met: Type.Integer({ minimum: 0 }),
    unknown: Type.Integer({ minimum: 0 }),
    /** The share of controls whose state is unknown, from 0 to 1. */
    unknown_share: Type.Number({ minimum: 0, maximum: 1 }),
    controls: Type.Array(MeasuredControl),
  },
  closed,
);
export type PostureResponse = Static<typeof PostureResponse>;
