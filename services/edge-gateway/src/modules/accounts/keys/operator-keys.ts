import { constantTimeEqual, sha256Hex } from "@veil/crypto";

/** An operator's key. Only its hash is kept in memory. */
export interface OperatorKey {
  /** The id with which the audit log shows which of two keys was used. */
  readonly id: string;
  /** SHA-256 of the key in hexadecimal. */
  readonly hash: string;
}

/**
 * Matches one or two keys with at least 32 characters each. Two keys allow a replacement without
 * interruption.
 */
export const OPERATOR_KEYS_FORM =
  /^[\x21-\x2b\x2d-\x7e]{32,512}(?:,[\x21-\x2b\x2d-\x7e]{32,512})?$/;

export function operatorKeys(text: string): readonly OperatorKey[] {
  return text.split(",").map((key) => {
    const hash = sha256Hex(key);
    return { id: sha256Hex(`veil/operator-key-id/v1/${hash}`).slice(0, 8), hash };
  });
}

/**
 * Returns the id of the key that matches. The value is compared with every key in constant time,
 * even after a match.
 * @returns undefined if no key matches
 */
export function identifyOperatorKey(
  presented: string,
  keys: readonly OperatorKey[],
): string | undefined {
  const hash = Buffer.from(sha256Hex(presented));
  const matches = keys.filter((key) => constantTimeEqual(hash, Buffer.from(key.hash)));
  return matches[0]?.id;
}
