export interface TokenKey {
  /** 8 bytes, which appear in plain text in each token made with this key. */
  readonly id: Buffer;
  /** 32 bytes, an AES-256 key. */
  readonly secret: Buffer;
  readonly createdAtMs: number;
}

export interface KeyRing {
  /**
   * Returns the key for new tokens. Replaces a key older than a day and destroys expired keys.
   * Replicas that share a ring agree on one key. Rejects when there is no usable key and none can
   * be made, because an old key must never be used.
   */
  current(): Promise<TokenKey>;
  /** Destroys expired keys. Called regularly, so that keys expire even when no requests arrive. */
  sweep(): Promise<void>;
}
