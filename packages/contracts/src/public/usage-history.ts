import { type Static, Type } from "typebox";

const closed = { additionalProperties: false };
const Day = Type.String({ format: "date" });
const Count = Type.Integer({ minimum: 0 });
/** The most frequent name is the first. */
const Counted = Type.Array(Type.Object({ name: Type.String(), count: Count }, closed));
const step = Type.Union([Type.Literal("day"), Type.Literal("month")]);

/** The longest period of one request. */
export const MAX_HISTORY_DAYS = 731;

/** Query of the history. Without a period, it has the last 30 days. Days are those of UTC. */
export const UsageHistoryQuery = Type.Object(
  { since: Type.Optional(Day), until: Type.Optional(Day), by: Type.Optional(step) },
  closed,
);
export type UsageHistoryQuery = Static<typeof UsageHistoryQuery>;

const counts = {
  /** Calls that were admitted. */
  calls: Count,
  /** Tokens that providers reported for completed calls. */
  input_tokens: Count,
  output_tokens: Count,
  /** Calls by the id of the key. Those of portal sessions are under `portal`. */
  keys: Counted,
  /** Completed calls by the model that the provider named. */
  models: Counted,
  /** Answered requests by path. */
  routes: Counted,
  /** Refused requests by error code. */
  refusals: Counted,
};

export const UsageSpan = Type.Object(
  {
    /** The day or the month, such as 2027-01-31 or 2027-01. */
    name: Type.String(),
    ...counts,
  },
  closed,
);
export type UsageSpan = Static<typeof UsageSpan>;

/** Response to `GET /api/v1/usage/history`: counts only. Spans without a count are absent. */
export const UsageHistoryResponse = Type.Object(
  {
    by: step,
    /** The first and the last day. */
    since: Day,
    until: Day,
    spans: Type.Array(UsageSpan),
    total: Type.Object(counts, closed),
  },
  closed,
);
export type UsageHistoryResponse = Static<typeof UsageHistoryResponse>;
