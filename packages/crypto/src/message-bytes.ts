/** The parts of a plaintext message that its signature covers. */
export interface UnsignedMessage {
  readonly sender: string;
  readonly receiver: string;
  readonly signing_key_id: string;
  readonly body: string;
}

const encoder = new TextEncoder();

/**
 * Returns the signed bytes of a message: the domain separator `veil/plain-message/v1`, sender,
 * receiver, key id and body, separated by line breaks, in UTF-8.
 */
export function messageBytes(message: UnsignedMessage): Uint8Array {
  const { sender, receiver, signing_key_id, body } = message;
  return encoder.encode(
    `veil/plain-message/v1\n${sender}\n${receiver}\n${signing_key_id}\n${body}`,
  );
}
