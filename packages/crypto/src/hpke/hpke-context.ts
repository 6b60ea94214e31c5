import type { X25519PrivateKey, X25519PublicKey } from "../x25519.ts";
import {
  exporterSecret,
  exportSecret,
  newEphemeral,
  recipientSecrets,
  senderSecrets,
} from "./hpke-key-schedule.ts";

/** The length of an encapsulated key (RFC 9180, section 7.1). */
export const ENC_BYTES = 32;
const EXPORTER_CONTEXT = Buffer.from("veil/message-key/v1");

/**
 * Creates an HPKE context for many messages in any order. Seal and Open of RFC 9180 require a fixed
 * order (section 9.7.1), so both peers export a key (section 5.3) and encrypt under it with random
 * nonces.
 * @throws VerificationError `low_order_point`, like `recipientContextKey`
 */
export function senderContext(
  recipient: X25519PublicKey,
  info: Uint8Array,
  ephemeral: X25519PrivateKey = newEphemeral(),
): { readonly enc: Buffer; readonly key: Buffer } {
  const { enc, secrets } = senderSecrets(recipient, info, ephemeral);
  return { enc, key: exportSecret(exporterSecret(secrets), EXPORTER_CONTEXT) };
}

export function recipientContextKey(
  recipient: X25519PrivateKey,
  enc: Uint8Array,
  info: Uint8Array,
): Buffer {
  return exportSecret(exporterSecret(recipientSecrets(recipient, enc, info)), EXPORTER_CONTEXT);
}
