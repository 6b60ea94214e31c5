/**
 * Returns the HMAC-SHA-256 (RFC 2104) of the concatenated `parts`. Strings are encoded as UTF-8.
 */
export type HmacSha256 = (
  key: Uint8Array,
  ...parts: readonly (string | Uint8Array)[]
) => Uint8Array;

export interface Commitments {
  /**
   * Returns the opening of one item, 32 bytes. The caller must use a new random seed for each leg
   * of each call.
   */
  opening(seed: Uint8Array, item: string): Uint8Array;
  /**
   * Returns the commitment to an item. It is hiding and binding: without the opening, possible
   * values cannot be tested against it, and with the opening, only one value matches.
   */
  commitment(opening: Uint8Array, item: string, bytes: Uint8Array): Uint8Array;
}

/**
 * Returns the bytes before the value in a commitment: `opening = HMAC(seed, "veil/opening/v1" 0x00
 * item)` and `commitment = HMAC(opening, "veil/commitment/v1" 0x00 item 0x00 bytes)`, all in UTF-8.
 */
export const commitmentStart = (item: string) => `veil/commitment/v1\0${item}\0`;

export function createCommitments(hmac: HmacSha256): Commitments {
  return {
    opening: (seed, item) => hmac(seed, `veil/opening/v1\0${item}`),
    commitment: (opening, item, bytes) => hmac(opening, commitmentStart(item), bytes),
  };
}
