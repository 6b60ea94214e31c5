import { type Static, Type } from "typebox";
import { ControlState } from "./posture.ts";

const closed = { additionalProperties: false };
const Instant = Type.String({ format: "date-time" });
const Day = Type.String({ format: "date", description: "a day in UTC, such as 2027-01-31" });
const Count = Type.Integer({ minimum: 0 });
const Input = Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 }));

/** Query of `GET /api/v1/compliance/processing-record`. Both days are inclusive. */
export const RecordQuery = Type.Object(
  {
    since: Type.Optional(Day),
    until: Type.Optional(Day),
    format: Type.Optional(
      Type.Union([
        Type.Literal("json"),
        Type.Literal("csv"),
        Type.Literal("jsonld"),
        Type.Literal("html"),
      ]),
    ),
  },
  closed,
);
export type RecordQuery = Static<typeof RecordQuery>;

/** The fields of a record that only the customer knows (Art. 30(1)(a) to (f) of the GDPR). */
export const RECORD_FIELDS = [
  "controller",
  "contact",
  "representative",
  "data_protection_officer",
  "purposes",
  "legal_basis",
  "data_subjects",
  "other_recipients",
  "transfer_safeguards",
  "erasure_limits",
] as const;
export type RecordField = (typeof RECORD_FIELDS)[number];

/** Body of `PUT /api/v1/compliance/processing-record/{activity_id}`. It replaces all fields. */
export const RecordInput = Type.Object(
  Object.fromEntries(RECORD_FIELDS.map((name) => [name, Input])) as Record<
    RecordField,
    typeof Input
  >,
  { ...closed, minProperties: 1 },
);
export type RecordInput = Static<typeof RecordInput>;

export const RecordInputResponse = Type.Object(
  { activity_id: Type.String(), version: Type.Integer({ minimum: 1 }), updated_at: Instant },
  closed,
);
export type RecordInputResponse = Static<typeof RecordInputResponse>;

/** A field that the customer has given (`input`), or must still give (`open`). */
export const RecordFieldState = Type.Object(
  {
    name: Type.String(),
    state: Type.Union([Type.Literal("input"), Type.Literal("open")]),
    value: Type.Union([Type.String(), Type.Null()]),
    /** What the customer must consider. */
    hint: Type.String(),
  },
  closed,
);
export type RecordFieldState = Static<typeof RecordFieldState>;

export const ProcessingActivity = Type.Object(
  {
    /** Null for calls without an activity. */
    activity_id: Type.Union([Type.String(), Type.Null()]),
    calls: Count,
    /** The first and the last day with calls in the period. Null if there were none. */
    first_day: Type.Union([Day, Type.Null()]),
    last_day: Type.Union([Day, Type.Null()]),
    /** What the sanitiser found and replaced. */
    categories: Type.Array(Type.Object({ type: Type.String(), count: Count }, closed)),
    recipients: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          /** Null if the worker does not send prompts there any more. */
          host: Type.Union([Type.String(), Type.Null()]),
          /** Null if the operator has not stated it. */
          region: Type.Union([Type.String(), Type.Null()]),
          calls: Count,
        },
        closed,
      ),
    ),
    /** The version of the customer's fields. 0: none were given. */
    version: Count,
    updated_at: Type.Union([Instant, Type.Null()]),
    fields: Type.Array(RecordFieldState),
  },
  closed,
);
export type ProcessingActivity = Static<typeof ProcessingActivity>;

/** Response to `GET /api/v1/compliance/processing-record` (Art. 30(1) and (2) of the GDPR). */
export const ProcessingRecordResponse = Type.Object(
  {
    generated_at: Instant,
    since: Day,
    until: Day,
    activities: Type.Array(ProcessingActivity),
    /** For how long the gateway keeps each kind of data. */
    retention: Type.Array(
      Type.Object(
        {
          rule: Type.String(),
          kept: Type.String(),
          /** When the rule was last enforced. */
          enforced_at: Instant,
        },
        closed,
      ),
    ),
    /** The measures by Art. 32, with their measured state. */
    measures: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          title: Type.String(),
          state: ControlState,
          measured_at: Type.Union([Instant, Type.Null()]),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ProcessingRecordResponse = Static<typeof ProcessingRecordResponse>;
