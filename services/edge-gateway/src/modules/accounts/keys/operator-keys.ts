import { constantTimeEqual, sha256Hex } from "@veil/crypto";

/** A key of an operator, known only by its hash. */
export interface OperatorKey {
  /** Says in the audit log which of two keys was used. */
  readonly id: string;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/** One or two, so that they can be replaced without a gap; 32 characters or more each. */
export const OPERATOR_KEYS_FORM =
  /^[\x21-\x2b\x2d-\x7e]{32,512}(?:,[\x21-\x2b\x2d-\x7e]{32,512})?$/;

export function operatorKeys(text: string): readonly OperatorKey[] {
  return text.split(",").map((key) => {
    const hash = sha256Hex(key);
    return { id: sha256Hex(`veil/operator-key-id/v1/${hash}`).slice(0, 8), hash };
  });
}

/**
 * Compares the value with every key, even after a match, in constant time.
 * @returns undefined when none matches
 */
export function identifyOperatorKey(
  presented: string,
  keys: readonly OperatorKey[],
): string | undefined {
  const hash = Buffer.from(sha256Hex(presented));
  const matches = keys.filter((key) => constantTimeEqual(hash, Buffer.from(key.hash)));
  return matches[0]?.id;
}
