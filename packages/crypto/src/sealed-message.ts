import { LRUCache } from "lru-cache";
import { canonicalJson } from "./canonical-json.ts";
import { type Ed25519PrivateKey, signEd25519, verifyEd25519 } from "./ed25519.ts";
import { ENC_BYTES, recipientContextKey, senderContext } from "./hpke/hpke-context.ts";
import { createRenewedContext } from "./hpke/renewed-context.ts";
import type { PrincipalName } from "./key-files.ts";
import { openWithKey, sealWithKey } from "./secret-box.ts";
import type { TrustBundle } from "./trust-bundle.ts";
import { requireTexts, VerificationError, verifying } from "./verification-error.ts";
import type { X25519PrivateKey } from "./x25519.ts";

interface MessageHeader {
  readonly kind: "job" | "result";
  readonly job_id: string;
  readonly sender: PrincipalName;
  readonly receiver: PrincipalName;
  readonly sealing_key_id: string;
  readonly signing_key_id: string;
}

/** A message with a plaintext header and an encrypted body. The signature covers header and box. */
export interface SealedMessage extends MessageHeader {
  /** `enc (32) | nonce (12) | ciphertext | tag (16)` in base64. */
  readonly box: string;
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

interface SealerOptions {
  readonly from: SigningIdentity;
  readonly to: PrincipalName;
  readonly trust: TrustBundle;
  readonly kind: MessageHeader["kind"];
  readonly nowMs?: () => number;
}

export type MessageSealer = (jobId: string, body: Uint8Array) => SealedMessage;

/**
 * Creates a function that encrypts, then signs. Both operations bind the header, so that no part of
 * one message can be used in another. The key agreement is renewed once a minute.
 */
export function createMessageSealer(options: SealerOptions): MessageSealer {
  const { from, to, trust, kind, nowMs = Date.now } = options;
  const contextNow = createRenewedContext(() => {
    const { keyId, key } = trust.sealingKey(to);
    return { keyId, ...senderContext(key, infoOf(kind, from.service, to)) };
  }, nowMs);
  return (jobId, body) => {
    const { keyId, enc, key } = contextNow().context;
    const header: MessageHeader = {
      kind,
      job_id: jobId,
      sender: from.service,
      receiver: to,
      sealing_key_id: keyId,
      signing_key_id: from.keyId,
    };
    const sealed = sealWithKey(key, body, canonicalJson({ ...header }));
    const box = Buffer.concat([enc, sealed]).toString("base64");
    const signature = signEd25519(from.key, signedBytes(header, box)).toString("base64");
    return { ...header, box, signature };
  };
}

interface OpenerOptions {
  readonly as: SealingIdentity;
  readonly from: PrincipalName;
  readonly trust: TrustBundle;
  readonly kind: MessageHeader["kind"];
}

export type MessageOpener = (message: SealedMessage) => Buffer;

const KEPT_CONTEXTS = 1_000;

/**
 * Creates a function that checks a message's form, kind, sender, receiver, and signature under the
 * pinned key, in this order, and then opens it.
 */
export function createMessageOpener({ as, from, trust, kind }: OpenerOptions): MessageOpener {
  const keys = new LRUCache<string, Buffer>({ max: KEPT_CONTEXTS });
  const info = infoOf(kind, from, as.service);

  /**
   * Returns the key of a context. It is called, and caches keys, only for messages with a valid
   * signature, so that an attacker cannot fill the cache.
   */
  function keyOf(sealingKeyId: string, enc: Buffer): Buffer {
    const name = `${sealingKeyId} ${enc.toString("base64")}`;
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = recipientContextKey(as.opening(sealingKeyId), enc, info);
    keys.set(name, key);
    return key;
  }

  return (message) => {
    const header = verifiedHeader(message, { as, from, trust, kind });
    const box = Buffer.from(message.box, "base64");
    if (box.length < ENC_BYTES)
      throw new VerificationError("malformed", "Sealed message: box is too short");
    const key = keyOf(header.sealing_key_id, box.subarray(0, ENC_BYTES));
    return openWithKey(key, box.subarray(ENC_BYTES), canonicalJson({ ...header }));
  };
}

function verifiedHeader(
  { box, signature, ...rest }: SealedMessage,
  { as, from, trust, kind }: OpenerOptions,
): MessageHeader {
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
  return header;
}

function headerOf(header: MessageHeader): MessageHeader {
  const { kind, job_id, sender, receiver, sealing_key_id, signing_key_id } = header;
  return { kind, job_id, sender, receiver, sealing_key_id, signing_key_id };
}

function infoOf(kind: MessageHeader["kind"], sender: PrincipalName, receiver: PrincipalName) {
  return Buffer.from(`veil/message/v2/${kind}/${sender}/${receiver}`);
}

function signedBytes(header: MessageHeader, box: string): Buffer {
  return Buffer.from(`veil/signed-message/v1\n${canonicalJson({ ...header, box })}`);
}
