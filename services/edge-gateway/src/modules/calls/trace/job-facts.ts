import type { Unredacted } from "../content/unredacted.ts";

export interface JobFacts {
  readonly token_request_id: string;
  readonly job_request_id: string;
  /** `token:` and the SHA-256 of the pseudonym token: the actor of the job's audit events. */
  readonly actor: string;
  /** The organization's scope in the audit log. */
  readonly scope: string;
  /** The customer's subject in the audit log; absent in rows of earlier versions. */
  readonly subject?: string;
  readonly received_at: string;
  readonly model?: string;
  readonly relink: boolean;
  /** The customer's own words, only in proving-ground mode. */
  readonly activity_id?: string;
  readonly credential: "managed" | "customer";
  /** Absent for a template with its context. */
  readonly form?: "messages";
  readonly fields_sanitised: number;
  readonly fields_sent: number;
  readonly redactions: Readonly<Record<string, number>>;
  readonly layers: readonly string[];
  /** How many entity lists were applied. Absent when there were none. */
  readonly entity_lists?: number;
  /** Types of which the policy keeps more than the default. Absent when there are none. */
  readonly types_kept?: readonly string[];
  /** Types of `types_kept` that the policy turns off. Absent if none, and in older rows. */
  readonly types_off?: readonly string[];
  /** How many values the request itself allows. Absent when there are none. */
  readonly values_allowed?: number;
  /** What stayed in the values that are sent and in the others; absent in older rows. */
  readonly left?: { readonly sent: Unredacted; readonly unsent: Unredacted };
}
