import { type Static, Type } from "typebox";

const closed = { additionalProperties: false };
const Instant = Type.String({ format: "date-time" });
const Count = Type.Integer({ minimum: 0 });
const Counted = Type.Array(Type.Object({ name: Type.String(), count: Count }, closed));
const format = Type.Optional(Type.Union([Type.Literal("json"), Type.Literal("csv")]));

/** The longest window of one request. */
export const MAX_EXPOSURE_DAYS = 92;
/** The maximum number of certificates in one response. */
export const MAX_EXPOSED_CERTIFICATES = 10_000;

/** Query of the exposure endpoints. The window is widened to whole hours in UTC. */
export const ExposureQuery = Type.Object(
  { since: Instant, until: Type.Optional(Instant), format },
  closed,
);
export type ExposureQuery = Static<typeof ExposureQuery>;

/** Numbers of calls in one hour, or in one day if only numbers by the day are kept. */
export const ExposedSpan = Type.Object(
  {
    since: Instant,
    until: Instant,
    calls: Count,
    categories: Counted,
    providers: Counted,
  },
  closed,
);
export type ExposedSpan = Static<typeof ExposedSpan>;

/** Response to `GET /api/v1/compliance/exposure`: what a breach in the window could concern. */
export const ExposureResponse = Type.Object(
  {
    generated_at: Instant,
    since: Instant,
    until: Instant,
    calls: Count,
    categories: Counted,
    /** Calls by provider. `unknown`: it is not known whether a provider received the call. */
    providers: Counted,
    /** Calls by the id of the API key. */
    keys: Counted,
    spans: Type.Array(ExposedSpan),
    certificates: Type.Array(
      Type.Object(
        {
          request_id: Type.String(),
          ended_at: Instant,
          /** SHA-256 that the audit log has of the certificate or its batch. Null: not yet issued. */
          logged_sha256: Type.Union([Type.String(), Type.Null()]),
        },
        closed,
      ),
      { maxItems: MAX_EXPOSED_CERTIFICATES },
    ),
    /** What each service can see of a call, if it alone was broken into. */
    services: Type.Array(Type.Object({ service: Type.String(), could_see: Type.String() }, closed)),
    /** What this response does not contain, and why. */
    unknown: Type.Array(Type.String()),
  },
  closed,
);
export type ExposureResponse = Static<typeof ExposureResponse>;

/** Response to `GET /api/v1/admin/exposure`: counts only. */
export const AdminExposureResponse = Type.Object(
  {
    generated_at: Instant,
    since: Instant,
    until: Instant,
    customers: Type.Array(
      Type.Object(
        {
          customer_id: Type.String(),
          calls: Count,
          categories: Counted,
          providers: Counted,
        },
        closed,
      ),
    ),
    unknown: Type.Array(Type.String()),
  },
  closed,
);
export type AdminExposureResponse = Static<typeof AdminExposureResponse>;
