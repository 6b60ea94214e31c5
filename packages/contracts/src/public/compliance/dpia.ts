import { type Static, Type } from "typebox";

const closed = { additionalProperties: false };
const Instant = Type.String({ format: "date-time" });

export const DpiaLanguage = Type.Union([Type.Literal("en"), Type.Literal("de")]);
export type DpiaLanguage = Static<typeof DpiaLanguage>;

/** Query of `GET /api/v1/compliance/dpia`. */
export const DpiaQuery = Type.Object(
  {
    format: Type.Optional(
      Type.Union([Type.Literal("json"), Type.Literal("html"), Type.Literal("cnil-pia")]),
    ),
    language: Type.Optional(DpiaLanguage),
  },
  closed,
);
export type DpiaQuery = Static<typeof DpiaQuery>;

/** Body of `PUT /api/v1/compliance/dpia/{field}`. */
export const DpiaInput = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 10_000 }) },
  closed,
);
export type DpiaInput = Static<typeof DpiaInput>;

export const DpiaInputResponse = Type.Object(
  { field: Type.String(), version: Type.Integer({ minimum: 1 }), updated_at: Instant },
  closed,
);
export type DpiaInputResponse = Static<typeof DpiaInputResponse>;

/**
 * A field of the assessment. `fact`: known from configuration or measurement. `input`: the customer
 * has given it. `open`: the customer must still give it.
 */
export const DpiaField = Type.Object(
  {
    /** The number, such as `1.1.a`. */
    id: Type.String(),
    title: Type.String(),
    state: Type.Union([Type.Literal("fact"), Type.Literal("input"), Type.Literal("open")]),
    text: Type.Array(Type.String()),
    /** Where a fact comes from. Null if it is not a fact. */
    source: Type.Union([Type.String(), Type.Null()]),
    /** When it was measured or given. */
    at: Type.Union([Instant, Type.Null()]),
    /** Who must fill in an open field. */
    who: Type.Union([Type.String(), Type.Null()]),
    /** What they must consider. */
    hint: Type.Union([Type.String(), Type.Null()]),
  },
  closed,
);
export type DpiaField = Static<typeof DpiaField>;

/** Response to `GET /api/v1/compliance/dpia` (Art. 35 of the GDPR). */
export const DpiaResponse = Type.Object(
  {
    generated_at: Instant,
    release: Type.String(),
    language: DpiaLanguage,
    /** Which template the numbers follow. */
    numbering: Type.String(),
    sections: Type.Array(
      Type.Object(
        { id: Type.String(), title: Type.String(), fields: Type.Array(DpiaField) },
        closed,
      ),
    ),
  },
  closed,
);
export type DpiaResponse = Static<typeof DpiaResponse>;

/** The assessment in the form that the CNIL's tool PIA 4.1 imports. */
export const CnilPia = Type.Object(
  {
    pia: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      numberOfQuestions: Type.Integer(),
    }),
    answers: Type.Array(
      Type.Object({
        pia_id: Type.Integer(),
        reference_to: Type.Integer(),
        data: Type.Object({
          text: Type.String(),
          gauge: Type.Integer(),
          list: Type.Array(Type.String()),
        }),
      }),
    ),
    measures: Type.Array(Type.Object({ title: Type.String(), content: Type.String() })),
    evaluations: Type.Array(Type.Unknown(), { maxItems: 0 }),
    comments: Type.Array(Type.Unknown(), { maxItems: 0 }),
  },
  closed,
);

/** Query of `GET /api/v1/compliance/dpia/changes`: an earlier release of the software. */
export const DpiaChangesQuery = Type.Object(
  {
    since: Type.String({
      pattern: "^[0-9A-Za-z.+-]{1,64}$",
      description: "a release, such as 0.1.0",
    }),
  },
  closed,
);

/** Response to `GET /api/v1/compliance/dpia/changes`: facts of the deployment that changed. */
export const DpiaChangesResponse = Type.Object(
  {
    since: Type.String(),
    release: Type.String(),
    /** When the facts of the earlier release were last recorded. */
    recorded_at: Instant,
    changes: Type.Array(
      Type.Object(
        {
          field: Type.String(),
          removed: Type.Array(Type.String()),
          added: Type.Array(Type.String()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type DpiaChangesResponse = Static<typeof DpiaChangesResponse>;
