/** Why the service refuses a reply. */
export type StampRefusal =
  /** An HTTP status other than 200, or another media type. */
  | "answer"
  /** Longer than 64 KiB. */
  | "length"
  /** The reply is no DER of a time-stamp response with one signature. */
  | "form"
  /** The authority did not grant it. */
  | "status"
  /** The stamp covers something other than the request's hash. */
  | "imprint"
  | "nonce"
  /** The signer is not a certificate that the reply contains and the signature covers. */
  | "signature"
  /**
   * The certificate may not sign time stamps, is not of the configured authority, or was not valid
   * at that time.
   */
  | "certificate";

export type StampAnswer =
  | { readonly kind: "stamped"; readonly reply: Uint8Array; readonly time: Date }
  | { readonly kind: "refused"; readonly reason: StampRefusal }
  | { readonly kind: "unreachable" };

/** An RFC 3161 authority. Never rejects, and returns `stamped` only with a verified reply. */
export interface TimeStampAuthority {
  stamp(bytes: Uint8Array): Promise<StampAnswer>;
  close(): Promise<void>;
}

/**
 * `pending`: not requested since this process started. `failed`: the reply was not stored, or the
 * database did not answer.
 */
export type StampState = "pending" | StampAnswer["kind"] | "failed";

export interface StampReport {
  readonly state: StampState;
  readonly stamped_size: number | null;
  /** When the newest reply was stored, in seconds since 1970, by the clock of the log. */
  readonly kept_at: number | null;
}
