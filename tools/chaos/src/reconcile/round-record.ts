import type { InjectedFault } from "../faults/fault.ts";
import type { PlannedCall } from "../load/planned-call.ts";

/**
 * How a call ended. `refused`: the gateway did not accept it. `lost`: the connection ended, and an
 * SDK call has no job by which its answer could be read later. `pending`: the call did not end.
 */
export type FollowedOutcome =
  | { readonly kind: "completed"; readonly restored: boolean }
  | { readonly kind: "failed"; readonly code: string; readonly documented: boolean }
  | { readonly kind: "refused"; readonly code: string; readonly documented: boolean }
  | { readonly kind: "lost" }
  | { readonly kind: "pending"; readonly last: string };

/** What the customer, the provider, the usage, the audit log and the signer know of a call. */
export interface RecordedCall {
  readonly call: Pick<PlannedCall, "id" | "kind">;
  /** The id of the request, if the caller received one. */
  readonly requestId: string | undefined;
  readonly outcome: FollowedOutcome;
  readonly used: number;
  readonly providerCalls: number;
  /** The types of the call's events in the audit log. */
  readonly events: readonly string[];
  readonly certificate: CertificateState;
}

/**
 * `postponed`: the signer waits for the time of a claim that a clock which was ahead has dated.
 * `missing`: none was issued in time, or the signer refused it, or the call was not completed.
 */
export type CertificateState = "issued" | "postponed" | "missing";

export interface RoundRecord {
  readonly fault: InjectedFault;
  readonly calls: readonly RecordedCall[];
  /** From the end of the fault until each service is ready and a new call is completed. */
  readonly recoveredMs: number | undefined;
  /** The result of the audit service's command `verify`. */
  readonly auditLog: string;
  /** True if the log still begins with the entries that it had before the round. */
  readonly isLogExtended: boolean;
  /** True if a proof shows that the signed checkpoint continues the one before the round. */
  readonly isCheckpointProven: boolean;
  /** Rows that still wait in the outboxes of jobs and events. */
  readonly waiting: number;
  readonly leaks: readonly Leak[];
}

export interface Leak {
  readonly callId: string;
  readonly place: string;
}
