import { type Static, Type } from "typebox";
import { nextCursor } from "../pages.ts";

const closed = { additionalProperties: false };
const Instant = Type.String({ format: "date-time" });
const Count = Type.Integer({ minimum: 0 });
const RequestId = Type.String({ pattern: "^dsr_[0-9a-f]{32}$" });

/** The names of OpenDSR 2.0. `portability` is Art. 20, `access` Art. 15 and `erasure` Art. 17. */
export const SubjectRequestType = Type.Union([
  Type.Literal("access"),
  Type.Literal("portability"),
  Type.Literal("erasure"),
]);
export type SubjectRequestType = Static<typeof SubjectRequestType>;

/**
 * The names of OpenDSR 2.0. `pending`: received, and the person is not verified yet. `cancelled`:
 * refused, with a reason.
 */
export const SubjectRequestStatus = Type.Union([
  Type.Literal("pending"),
  Type.Literal("in_progress"),
  Type.Literal("completed"),
  Type.Literal("cancelled"),
]);
export type SubjectRequestStatus = Static<typeof SubjectRequestStatus>;

/** Why a request was refused, in the words of the Data Rights Protocol 1.0. */
export const DenialReason = Type.Union([
  Type.Literal("no_match"),
  Type.Literal("insuf_verification"),
  Type.Literal("suspected_fraud"),
  Type.Literal("too_many_requests"),
  Type.Literal("claim_not_covered"),
  Type.Literal("denied"),
]);
export type DenialReason = Static<typeof DenialReason>;

/** Art. 12(3) of the GDPR has only these two reasons for an extension by two months. */
export const ExtensionReason = Type.Union([
  Type.Literal("complexity"),
  Type.Literal("number_of_requests"),
]);
export type ExtensionReason = Static<typeof ExtensionReason>;

/** Whom a request concerns: the customer, or the person that a value names. */
export const RequestSubject = Type.Union([
  Type.Object({ kind: Type.Literal("customer") }, closed),
  Type.Object(
    { kind: Type.Literal("value"), value: Type.String({ minLength: 2, maxLength: 256 }) },
    closed,
  ),
]);
export type RequestSubject = Static<typeof RequestSubject>;

/** Body of `POST /api/v1/compliance/dsar`. */
export const SubjectRequestInput = Type.Object(
  {
    subject_request_type: SubjectRequestType,
    subject: RequestSubject,
    /** When the person sent the request. The default is the current time. */
    submitted_time: Type.Optional(Instant),
  },
  closed,
);
export type SubjectRequestInput = Static<typeof SubjectRequestInput>;

/** Body of `PATCH /api/v1/compliance/dsar/{subject_request_id}`: one step of the request. */
export const SubjectRequestChange = Type.Object(
  {
    request_status: Type.Optional(
      Type.Union([
        Type.Literal("in_progress"),
        Type.Literal("completed"),
        Type.Literal("cancelled"),
      ]),
    ),
    /** Required when the request is refused (`cancelled`). */
    reason: Type.Optional(DenialReason),
    extension: Type.Optional(ExtensionReason),
    /** The customer id, required to erase the customer. */
    confirm: Type.Optional(Type.String({ maxLength: 64 })),
  },
  { ...closed, minProperties: 1 },
);
export type SubjectRequestChange = Static<typeof SubjectRequestChange>;

/** A place that was searched, and what contains the value. */
export const SearchedPlace = Type.Object(
  {
    place: Type.Union([
      Type.Literal("entity_lists"),
      Type.Literal("relink_maps"),
      Type.Literal("answers"),
    ]),
    searched: Count,
    /** Ids of lists or jobs that contain the value. */
    found: Type.Array(Type.String()),
  },
  closed,
);
export type SearchedPlace = Static<typeof SearchedPlace>;

/** A place that was not searched, and why. */
export const UnsearchedPlace = Type.Object({ place: Type.String(), reason: Type.String() }, closed);
export type UnsearchedPlace = Static<typeof UnsearchedPlace>;

export const SubjectRequest = Type.Object(
  {
    subject_request_id: RequestId,
    subject_request_type: SubjectRequestType,
    /** `value` is present only while the request is open. */
    subject: Type.Object(
      {
        kind: Type.Union([Type.Literal("customer"), Type.Literal("value")]),
        value: Type.Optional(Type.String()),
      },
      closed,
    ),
    request_status: SubjectRequestStatus,
    submitted_time: Instant,
    received_time: Instant,
    expected_completion_time: Instant,
    extension: Type.Optional(ExtensionReason),
    reason: Type.Optional(DenialReason),
    /** What a person whose request was refused can do (Art. 12(4) of the GDPR). */
    remedy: Type.Optional(Type.String()),
    ended_time: Type.Optional(Instant),
    /** HMAC-SHA256 of the value under the opening, in hexadecimal. */
    commitment: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })),
  },
  closed,
);
export type SubjectRequest = Static<typeof SubjectRequest>;

/** Response to `GET /api/v1/compliance/dsar`. */
export const SubjectRequestsResponse = Type.Object(
  { requests: Type.Array(SubjectRequest), next_cursor: nextCursor },
  closed,
);
export type SubjectRequestsResponse = Static<typeof SubjectRequestsResponse>;

/** What is stored of a customer: rows by table. Columns that are sealed or hashed are named. */
export const CustomerData = Type.Object(
  {
    read_me: Type.Array(Type.String()),
    /** What the customer has given, opened. */
    given: Type.Record(Type.String(), Type.Unknown()),
    stored: Type.Array(
      Type.Object(
        {
          table: Type.String(),
          rows: Type.Array(Type.Record(Type.String(), Type.Unknown())),
          /** Columns that are not readable here: hashes, and boxes for other keys. */
          not_shown: Type.Array(Type.String()),
          /** How many further rows there are. */
          more: Count,
        },
        closed,
      ),
    ),
  },
  closed,
);
export type CustomerData = Static<typeof CustomerData>;

/**
 * Response to `POST /api/v1/compliance/dsar` and to a step. While a request for erasure is open,
 * `searched` and `erases` say what its completion erases; nothing is erased before.
 */
export const SubjectRequestResult = Type.Object(
  {
    ...SubjectRequest.properties,
    searched: Type.Optional(Type.Array(SearchedPlace)),
    not_searched: Type.Optional(Type.Array(UnsearchedPlace)),
    erases: Type.Optional(Type.Array(Type.String())),
    kept: Type.Optional(
      Type.Array(
        Type.Object({ what: Type.String(), why: Type.String(), until: Type.String() }, closed),
      ),
    ),
    data: Type.Optional(CustomerData),
    /** Opens the commitment: 32 bytes in base64url. Only the response to POST contains it. */
    opening: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" })),
  },
  closed,
);
export type SubjectRequestResult = Static<typeof SubjectRequestResult>;
