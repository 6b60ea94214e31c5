import type { AuditEvent } from "@veil/contracts/audit";
import { ApiError } from "@veil/contracts/errors";
import type {
  InferenceEvent,
  InferenceResult,
  ModelsQuery,
  ModelsResult,
  TokenCountResult,
} from "@veil/contracts/inference";
import type { CustomerId, MonthlyQuota } from "../../accounts/index.ts";
import type { SanitisedMessagesJob } from "../content/sanitised-content.ts";

export interface Inferences {
  /**
   * Returns the whole answer. Aborting `signal` aborts the call to the provider.
   * @throws ApiError `inference_service_unavailable`, or `server_busy` when the worker was full. It
   * is an UnsentError if nothing was sent to the provider.
   */
  whole(job: SanitisedMessagesJob, signal: AbortSignal): Promise<InferenceResult>;
  /**
   * Yields the events of an answer, `end` last. If the reader stops earlier, the call is aborted.
   * @throws as `whole`
   */
  streamed(job: SanitisedMessagesJob, signal: AbortSignal): AsyncGenerator<InferenceEvent>;
  /**
   * Returns how many tokens the messages have, as the provider counts them.
   * @throws as `whole`
   */
  tokens(job: SanitisedMessagesJob, signal: AbortSignal): Promise<TokenCountResult>;
  /**
   * Returns which models a credential may use.
   * @throws as `whole`
   */
  models(query: ModelsQuery, signal: AbortSignal): Promise<ModelsResult>;
}

/** A call without a job that is about to be sent. */
export interface CountedCall {
  readonly customerId: CustomerId;
  readonly quota: MonthlyQuota;
  /** The events of the steps before the call is sent. */
  readonly events: readonly AuditEvent[];
}

export type CountOutcome =
  /** `month`: the first day of the month that counts the call, as in the table `usage`. */
  | { readonly kind: "counted"; readonly month: string }
  | { readonly kind: "quota_exceeded"; readonly used: number };

/** A counted call that has ended and that the provider certainly did not process. */
export interface ReturnedCall {
  readonly customerId: CustomerId;
  readonly limitClass: MonthlyQuota["limitClass"];
  readonly month: string;
  /** The final events of the call. */
  readonly events: readonly AuditEvent[];
}

/**
 * Counts calls that have no job. Duty: a change of a count is stored together with its events or
 * not at all.
 */
export interface CallCounts {
  count(call: CountedCall): Promise<CountOutcome>;
  /**
   * Subtracts the call from the month that counted it. Changes nothing when one of the events is
   * already stored.
   */
  giveBack(call: ReturnedCall): Promise<void>;
}

/**
 * The error of a call that was certainly not sent to the provider, because the worker was not
 * reached or did not accept the call.
 */
export class UnsentError extends ApiError {}
