const [PREVIOUS_AT, SEQ_AT, EVENT_AT] = [1, 33, 41];

/**
 * Returns the bytes whose SHA-256 is the chain hash of an event: `0x00 || previous hash || seq as 8
 * bytes, big-endian || event`.
 */
export function chainBytes(previous: Uint8Array, seq: number, event: string): Uint8Array {
  const text = new TextEncoder().encode(event);
  const bytes = new Uint8Array(EVENT_AT + text.length);
  bytes.set(previous, PREVIOUS_AT);
  new DataView(bytes.buffer).setBigUint64(SEQ_AT, BigInt(seq));
  bytes.set(text, EVENT_AT);
  return bytes;
}
