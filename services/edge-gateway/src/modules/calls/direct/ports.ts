import type { AuditEvent } from "@veil/contracts/audit";
import type {
  InferenceEvent,
  InferenceResult,
  ModelsQuery,
  ModelsResult,
  TokenCountResult,
} from "@veil/contracts/inference";
import type { CustomerId } from "../../accounts/index.ts";
import type { SanitisedMessagesJob } from "../content/sanitised-job.ts";
import type { CallQuota } from "../prepare/ports.ts";

export interface Inferences {
  /**
   * Aborting `signal` aborts the call to the provider.
   * @throws ApiError `inference_service_unavailable`; `server_busy` when the worker was full; an
   * UnsentError when nothing was sent to the provider
   */
  whole(job: SanitisedMessagesJob, signal: AbortSignal): Promise<InferenceResult>;
  /** The last event is `end`. Leaving earlier aborts the call. @throws as `whole` */
  streamed(job: SanitisedMessagesJob, signal: AbortSignal): AsyncGenerator<InferenceEvent>;
  /**
   * Returns what the messages would cost, by the provider's own count.
   * @throws as `whole`
   */
  tokens(job: SanitisedMessagesJob, signal: AbortSignal): Promise<TokenCountResult>;
  /**
   * Returns which models a credential may use.
   * @throws as `whole`
   */
  models(query: ModelsQuery, signal: AbortSignal): Promise<ModelsResult>;
}

/** Runs the work at the end of a stream, which copies its text. `length`: in UTF-16 code units. */
export type StreamEndings = <T>(length: number, work: () => Promise<T>) => Promise<T>;

/** A call without a job that may be sent now. */
export interface CountedCall {
  readonly customerId: CustomerId;
  readonly quota: CallQuota;
  /** The events of its steps until then. */
  readonly events: readonly AuditEvent[];
}

export type CountOutcome =
  /** `month`: its first day, as `usage` has it. */
  | { readonly kind: "counted"; readonly month: string }
  | { readonly kind: "quota_exceeded"; readonly used: number };

/** A counted call that has ended and that the provider certainly did not process. */
export interface ReturnedCall {
  readonly customerId: CustomerId;
  readonly limitClass: CallQuota["limitClass"];
  readonly month: string;
  /** The events of its end. */
  readonly events: readonly AuditEvent[];
}

/** Calls without a job. Duties: stores a count, or its return, with its events or not at all. */
export interface CallCounts {
  count(call: CountedCall): Promise<CountOutcome>;
  /** Takes the call off the month that counted it. Does nothing when an event is stored already. */
  giveBack(call: ReturnedCall): Promise<void>;
}
