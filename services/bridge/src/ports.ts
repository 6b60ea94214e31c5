/** The key of one day. */
export interface TokenKey {
  /** 8 bytes, in clear in each token that was made with this key. */
  readonly id: Buffer;
  /** 32 bytes: AES-256. */
  readonly secret: Buffer;
  readonly createdAtMs: number;
}

/** The bridge's own keys, which no other service has. */
export interface KeyRing {
  /**
   * The key to make tokens with. When the newest is a day old, a new one takes its place, and those past
   * their time are destroyed; several replicas that share a ring agree on one.
   *
   * Rejects when there is no usable key and none can be made: a token is never made with an old one.
   */
  current(): Promise<TokenKey>;
  /** Destroys keys past their time, also when nobody asks for tokens. */
  sweep(): Promise<void>;
}
