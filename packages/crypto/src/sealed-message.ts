import { canonicalJson } from "./canonical-json.ts";
import { type Ed25519PrivateKey, signEd25519, verifyEd25519 } from "./ed25519.ts";
import { openHpke, sealHpke, type X25519PrivateKey } from "./hpke.ts";
import type { PrincipalName } from "./key-files.ts";
import type { TrustBundle } from "./trust-bundle.ts";
import { requireTexts, VerificationError, verifying } from "./verification-error.ts";

/** What a sealed message is about. All of it is bound into the ciphertext and signed. */
interface MessageHeader {
  readonly kind: "job" | "result";
  readonly job_id: string;
  readonly sender: PrincipalName;
  readonly receiver: PrincipalName;
  /** The receiver's sealing key. */
  readonly sealing_key_id: string;
  /** The sender's message key. */
  readonly signing_key_id: string;
}

/** As it travels on the broker: header in the clear, body sealed, both signed. */
export interface SealedMessage extends MessageHeader {
  /** base64 of the HPKE box. */
  readonly box: string;
  /** base64 of the Ed25519 signature over header and box. */
  readonly signature: string;
}

export interface SigningIdentity {
  readonly service: PrincipalName;
  readonly keyId: string;
  readonly key: Ed25519PrivateKey;
}

export interface SealingIdentity {
  readonly service: PrincipalName;
  opening(keyId: string): X25519PrivateKey;
}

interface SealOptions {
  readonly from: SigningIdentity;
  readonly to: PrincipalName;
  readonly trust: TrustBundle;
  readonly kind: MessageHeader["kind"];
  readonly jobId: string;
}

/**
 * Encrypts `body` to the receiver's pinned sealing key, then signs. Key ids, direction, job id, sender
 * and receiver are part of both, so that no message can stand for another.
 */
export function sealMessage(body: Uint8Array, options: SealOptions): SealedMessage {
  const { from, to, trust, kind, jobId } = options;
  const { keyId: sealingKeyId, key } = trust.sealingKey(to);
  const header: MessageHeader = {
    kind,
    job_id: jobId,
    sender: from.service,
    receiver: to,
    sealing_key_id: sealingKeyId,
    signing_key_id: from.keyId,
  };
  const box = sealHpke(key, body, bindings(header)).toString("base64");
  const signature = signEd25519(from.key, signedBytes(header, box)).toString("base64");
  return { ...header, box, signature };
}

interface OpenOptions {
  readonly as: SealingIdentity;
  readonly from: PrincipalName;
  readonly trust: TrustBundle;
  readonly kind: MessageHeader["kind"];
}

/**
 * Checks, in this order: form, kind, sender, receiver, signature under the pinned key; then opens.
 *
 * @throws VerificationError when any check fails; its code says which.
 */
export function openMessage(message: SealedMessage, options: OpenOptions): Buffer {
  const { as, from, trust, kind } = options;
  const { box, signature, ...rest } = message;
  const header = headerOf(rest);
  requireTexts("Sealed message", { ...header, box, signature });
  if (header.kind !== kind) throw new VerificationError("wrong_kind", "Sealed message: wrong kind");
  if (header.sender !== from)
    throw new VerificationError("wrong_sender", "Sealed message: wrong sender");
  if (header.receiver !== as.service)
    throw new VerificationError("wrong_receiver", "Sealed message: wrong receiver");
  const verifyKey = trust.verifyKey(from, "message", header.signing_key_id);
  const signed = verifying("malformed", "Sealed message: no JSON text", () =>
    signedBytes(header, box),
  );
  if (!verifyEd25519(verifyKey, signed, Buffer.from(signature, "base64")))
    throw new VerificationError("bad_signature", "Sealed message: bad signature");
  const key = as.opening(header.sealing_key_id);
  return openHpke(key, Buffer.from(box, "base64"), bindings(header));
}

function headerOf(header: MessageHeader): MessageHeader {
  const { kind, job_id, sender, receiver, sealing_key_id, signing_key_id } = header;
  return { kind, job_id, sender, receiver, sealing_key_id, signing_key_id };
}

function bindings(header: MessageHeader) {
  return {
    info: Buffer.from(`veil/message/v1/${header.kind}`),
    aad: Buffer.from(canonicalJson({ ...header })),
  };
}

function signedBytes(header: MessageHeader, box: string): Buffer {
  return Buffer.from(`veil/signed-message/v1\n${canonicalJson({ ...header, box })}`);
}
