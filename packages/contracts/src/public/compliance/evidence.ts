import { type Static, Type } from "typebox";

const Instant = Type.String({
  format: "date-time",
  description: "a time such as 2027-01-31T12:00:00Z",
});

/** Query of `GET /api/v1/compliance/evidence-pack`: the period of the certificates. */
export const EvidenceQuery = Type.Object(
  { since: Instant, until: Type.Optional(Instant) },
  { additionalProperties: false },
);
export type EvidenceQuery = Static<typeof EvidenceQuery>;

export const MAX_EVIDENCE_DAYS = 366;
