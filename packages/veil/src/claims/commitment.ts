/** HMAC-SHA-256 (RFC 2104) over the concatenation of `parts`; strings count by their UTF-8. */
export type HmacSha256 = (
  key: Uint8Array,
  ...parts: readonly (string | Uint8Array)[]
) => Uint8Array;

export interface Commitments {
  /**
   * Returns the opening of one item: 32 bytes. A caller draws a seed for one leg of one call, and
   * never uses it again.
   */
  opening(seed: Uint8Array, item: string): Uint8Array;
  /**
   * Hides and binds: without the opening no one can test a dictionary of values against it, and
   * with it only one value fits.
   */
  commitment(opening: Uint8Array, item: string, bytes: Uint8Array): Uint8Array;
}

/**
 * `opening = HMAC(seed, "veil/opening/v1" 0x00 item)` and
 * `commitment = HMAC(opening, "veil/commitment/v1" 0x00 item 0x00 bytes)`, everything in UTF-8.
 */
export const commitmentStart = (item: string) => `veil/commitment/v1\0${item}\0`;

export function createCommitments(hmac: HmacSha256): Commitments {
  return {
    opening: (seed, item) => hmac(seed, `veil/opening/v1\0${item}`),
    commitment: (opening, item, bytes) => hmac(opening, commitmentStart(item), bytes),
  };
}
