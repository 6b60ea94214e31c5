/** A box has a nonce and a tag (`sealWithKey`) or an ephemeral key and a tag (HPKE). */
const MIN_BYTES = 28;
/** Matches control characters that do not occur in text. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/**
 * Returns whether the beginning of a stored value can be the beginning of a box: it is long enough,
 * and is not text. For the 28 random bytes of the shortest box, the probability that they are text
 * is below 1e-9.
 */
export function isSealed(bytes: Uint8Array): boolean {
  return bytes.length >= MIN_BYTES && !isText(bytes);
}

function isText(bytes: Uint8Array): boolean {
  try {
    // A stream, because the last character may be cut off.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return !CONTROL.test(text);
  } catch {
    return false;
  }
}
