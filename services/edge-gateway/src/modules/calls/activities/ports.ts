import type { CustomerId } from "../../accounts/index.ts";

/**
 * What is counted. `calls`: admitted calls. `found`: replaced values, by type. `key`: calls, by
 * the id of the API key. `provider`: calls that reached a provider or may have, by its name.
 * `model`, `input_tokens`, `output_tokens`: calls that a model answered, and its tokens, by the
 * model's name. `route`: answered requests, by their path. `refused`: refused ones, by error code.
 */
export type CountKind =
  | "calls"
  | "found"
  | "key"
  | "provider"
  | "model"
  | "input_tokens"
  | "output_tokens"
  | "route"
  | "refused";

/** A number of one kind, for one customer, activity and hour. */
export interface TalliedCount {
  readonly customerId: CustomerId;
  /** Empty for calls without an activity. */
  readonly activity: string;
  /** The start of the hour, in UTC. */
  readonly hour: Date;
  readonly kind: CountKind;
  /** The type, key id, provider, model, route or code. Empty for `calls`. */
  readonly name: string;
  readonly count: number;
}

/** Stores counts. Duty: counts of a deleted customer are ignored. */
export interface TallyStore {
  /** Adds all counts to those that are stored, or none. */
  add(counts: readonly TalliedCount[]): Promise<void>;
}

/** A sum of counts. */
export interface SummedCount {
  readonly kind: CountKind;
  readonly name: string;
  readonly count: number;
}

/** The sums of an activity, with the first and the last time of its counts. */
export interface ActivitySum extends SummedCount {
  readonly activity: string;
  readonly first: Date;
  readonly last: Date;
}

/** The sums of an hour, or of a day if only numbers by the day are kept. */
export interface SpanSum extends SummedCount {
  readonly span: "hour" | "day";
  readonly since: Date;
}

export interface CustomerSum extends SummedCount {
  readonly customerId: CustomerId;
}

/** A period. `since` is inclusive, `until` is not. */
export interface CountedPeriod {
  readonly since: Date;
  readonly until: Date;
}

/** Reads counts that began in a period. */
export interface TallyReader {
  byActivity(customerId: CustomerId, since: Date, until: Date): Promise<readonly ActivitySum[]>;
  bySpan(
    customerId: CustomerId,
    kinds: readonly CountKind[],
    period: CountedPeriod,
  ): Promise<readonly SpanSum[]>;
  byCustomer(since: Date, until: Date): Promise<readonly CustomerSum[]>;
  /** Returns the activities that the customer has named. */
  activities(customerId: CustomerId): Promise<readonly string[]>;
}

/** The request that names an activity. */
export interface NamingRequest {
  readonly requestId: string;
}

/**
 * Returns whether texts contain personal data.
 * @throws ApiError when they cannot be scanned
 */
export type PersonalDataScan = (
  texts: readonly string[],
  request: NamingRequest & { readonly owner: CustomerId },
) => Promise<boolean>;

/** Stores which activities a customer has named. */
export interface ActivityStore {
  /**
   * Stores an activity, unless the customer already has `max` others.
   * @returns whether the activity is stored
   */
  register(customerId: CustomerId, activity: string, max: number): Promise<boolean>;
  /** Returns whether the customer has used the activity before. */
  has(customerId: CustomerId, activity: string): Promise<boolean>;
}
