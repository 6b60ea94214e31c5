import type { StampDefect } from "@veil/veil/time-stamp";

/** The reasons for which the service refuses a reply. */
type StampRefusal =
  /** The HTTP status is not 200, or the media type is wrong. */
  | "answer"
  /** The reply is longer than 64 KiB. */
  | "length"
  | StampDefect;

export type StampAnswer =
  | { readonly kind: "stamped"; readonly reply: Uint8Array; readonly time: Date }
  | { readonly kind: "refused"; readonly reason: StampRefusal }
  | { readonly kind: "unreachable" };

/**
 * A time-stamping authority (RFC 3161). Its `stamp` never rejects, and returns `stamped` only with
 * a verified reply.
 */
export interface TimeStampAuthority {
  stamp(bytes: Uint8Array): Promise<StampAnswer>;
  close(): Promise<void>;
}

/**
 * `pending`: no time stamp was requested since this process started. `failed`: the reply was not
 * stored, or the database did not respond.
 */
export type StampState = "pending" | StampAnswer["kind"] | "failed";

export interface StampReport {
  readonly state: StampState;
  readonly stamped_size: number | null;
  /** The time when the newest reply was stored, in seconds since 1970, by the log's clock. */
  readonly kept_at: number | null;
}
