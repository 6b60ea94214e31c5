export interface TokenKey {
  /** 8 bytes, readable in each token of this key. */
  readonly id: Buffer;
  /** 32 bytes: AES-256. */
  readonly secret: Buffer;
  readonly createdAtMs: number;
}

export interface KeyRing {
  /**
   * Returns the key for new tokens. A key older than a day is replaced, and expired keys are
   * destroyed; replicas that share a ring agree on one key.
   * Rejects when there is no usable key and none can be made: an old key is never used.
   */
  current(): Promise<TokenKey>;
  /** Destroys expired keys, even when no requests come. */
  sweep(): Promise<void>;
}
