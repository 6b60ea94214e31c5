import { base64 } from "@scure/base";
import { VerificationError, verifying } from "@veil/crypto/portable";

export function encodeBase64(bytes: Uint8Array): string {
  return base64.encode(bytes);
}

/**
 * Decodes base64 with padding (RFC 4648, section 4), and accepts only the canonical encoding.
 * @throws VerificationError `malformed`
 */
export function decodeBase64(text: string, what: string): Uint8Array {
  const bytes = verifying("malformed", `${what}: bad base64`, () => base64.decode(text));
  if (base64.encode(bytes) !== text)
    throw new VerificationError("malformed", `${what}: bad base64`);
  return bytes;
}
