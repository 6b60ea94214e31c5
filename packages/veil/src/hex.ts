const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * Decodes hexadecimal without Buffer, which browsers do not have. Schemas ensure that `hex` has an
 * even number of digits.
 */
export function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = 16 * digitAt(hex, 2 * at) + digitAt(hex, 2 * at + 1);
  return bytes;
}

export function toHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += BYTES[byte];
  return hex;
}

const [DIGIT_0, DIGIT_9, LETTER_A] = [0x30, 0x39, 0x61];

function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code <= DIGIT_9 ? code - DIGIT_0 : (code | 0x20) - LETTER_A + 10;
}
