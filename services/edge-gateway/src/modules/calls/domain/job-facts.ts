import type { LeftIn } from "./left.ts";

/** What the compliance trace tells about a job: ids, counts and times; no value, no text, no name. */
export interface JobFacts {
  readonly token_request_id: string;
  readonly job_request_id: string;
  /** `token:` and the SHA-256 of the pseudonymous token: the actor of the job's audit events. */
  readonly actor: string;
  /** The organisation's scope in the audit log. */
  readonly scope: string;
  /** When the request came in, RFC 3339. */
  readonly received_at: string;
  /** The model that was asked for; absent: the default. */
  readonly model?: string;
  readonly relink: boolean;
  /** In proving-ground mode alone: whose sanitising was measured, in the customer's own words. */
  readonly activity_id?: string;
  readonly credential: "managed" | "customer";
  readonly fields_sanitised: number;
  readonly fields_sent: number;
  /** Redactions by type. */
  readonly redactions: Readonly<Record<string, number>>;
  readonly layers: readonly string[];
  /** Lists of known entities that were applied; absent: none. */
  readonly entity_lists?: number;
  /** Types of which the policy leaves more in the text than the default; absent: none. */
  readonly types_kept?: readonly string[];
  /** Values that the request itself names to stay; absent: none. */
  readonly values_allowed?: number;
  /** What stayed in the values that the template uses and in the others; absent: an earlier version wrote the row. */
  readonly left?: { readonly sent: LeftIn; readonly unsent: LeftIn };
}
