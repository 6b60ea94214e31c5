import { signEd25519, verifyEd25519 } from "./ed25519.ts";
import type { PrincipalName } from "./key-files.ts";
import { messageBytes } from "./message-bytes.ts";
import type { SigningIdentity } from "./sealed-message.ts";
import type { TrustBundle } from "./trust-bundle.ts";
import { requireTexts, VerificationError } from "./verification-error.ts";

export interface SignedMessage {
  readonly sender: PrincipalName;
  readonly receiver: PrincipalName;
  readonly signing_key_id: string;
  readonly body: string;
  readonly signature: string;
}

/** Signs a message. The signed text begins with a domain separator. */
export function signMessage(body: string, from: SigningIdentity, to: PrincipalName): SignedMessage {
  const unsigned = { sender: from.service, receiver: to, signing_key_id: from.keyId, body };
  const signature = signEd25519(from.key, messageBytes(unsigned)).toString("base64");
  return { ...unsigned, signature };
}

interface VerifyOptions {
  readonly from: PrincipalName;
  readonly to: PrincipalName;
  readonly trust: TrustBundle;
}

/**
 * Returns the body of a message whose sender, receiver and signature are valid.
 * @throws VerificationError
 */
export function verifyMessage(message: SignedMessage, { from, to, trust }: VerifyOptions): string {
  const { sender, receiver, signing_key_id, body, signature } = message;
  requireTexts("Signed message", { sender, receiver, signing_key_id, body, signature });
  if (sender !== from) throw new VerificationError("wrong_sender", "Signed message: wrong sender");
  if (receiver !== to)
    throw new VerificationError("wrong_receiver", "Signed message: wrong receiver");
  const key = trust.verifyKey(from, "message", signing_key_id);
  if (!verifyEd25519(key, messageBytes(message), Buffer.from(signature, "base64")))
    throw new VerificationError("bad_signature", "Signed message: bad signature");
  return body;
}
