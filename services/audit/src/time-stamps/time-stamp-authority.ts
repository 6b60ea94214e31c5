/** Why a reply is not kept. */
export type StampRefusal =
  /** An HTTP status other than 200, or another media type. */
  | "answer"
  /** Longer than 64 KiB. */
  | "length"
  /** No DER of a time-stamp response with one signature. */
  | "form"
  /** The authority did not grant it. */
  | "status"
  /** Over something else than was asked for. */
  | "imprint"
  | "nonce"
  /** Not by a certificate that stands in it and that the signature covers. */
  | "signature"
  /** May not sign time stamps, is not of the configured authority, or was not valid at that time. */
  | "certificate";

export type StampAnswer =
  | { readonly kind: "stamped"; readonly reply: Uint8Array; readonly time: Date }
  | { readonly kind: "refused"; readonly reason: StampRefusal }
  | { readonly kind: "unreachable" };

/** RFC 3161. Never rejects, and answers `stamped` only with a reply that was verified. */
export interface TimeStampAuthority {
  stamp(bytes: Uint8Array): Promise<StampAnswer>;
  close(): Promise<void>;
}

/** `pending`: not requested since the start of this process. `failed`: the reply was not kept, or the database did not answer. */
export type StampState = "pending" | StampAnswer["kind"] | "failed";

export interface StampReport {
  readonly state: StampState;
  readonly stamped_size: number | null;
  /** When the newest reply was kept, in seconds since 1970, by the clock of the log. */
  readonly kept_at: number | null;
}
