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
  /** What the signature covers: the session, or, if absent, this message. */
  readonly signed?: "session";
}

/** What the signature of a message covers. Senders of the previous version sign each message. */
export type Signed = "session" | "message";

/**
 * A message with a plaintext header and an encrypted body. The signature covers the session: the key
 * agreement with the names and keys of both sides. The session's key authenticates header and body.
 */
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

/** @param signed - "message" for a receiver of the previous version */
export type MessageSealer = (jobId: string, body: Uint8Array, signed?: Signed) => SealedMessage;

/**
 * Creates a function that seals messages. The encryption binds the header, so that no part of one
 * message can be used in another. The key agreement and its signature are renewed once a minute.
 */
export function createMessageSealer(options: SealerOptions): MessageSealer {
  const { from, to, trust, kind, nowMs = Date.now } = options;
  const contextNow = createRenewedContext(() => {
    const { keyId, key } = trust.sealingKey(to);
    const agreed = senderContext(key, infoOf(kind, from.service, to));
    const route = { kind, sender: from.service, receiver: to } as const;
    const session = { ...route, sealing_key_id: keyId, signing_key_id: from.keyId };
    const signature = signEd25519(from.key, sessionBytes(session, agreed.enc)).toString("base64");
    return { ...agreed, session, signature };
  }, nowMs);
  return (jobId, body, signed = "session") => {
    const { enc, key, session, signature } = contextNow().context;
    const header: MessageHeader = {
      ...{ ...session, job_id: jobId },
      ...(signed === "session" && { signed }),
    };
    const sealed = sealWithKey(key, body, canonicalJson({ ...header }));
    const box = Buffer.concat([enc, sealed]).toString("base64");
    if (signed === "session") return { ...header, box, signature };
    const own = signEd25519(from.key, signedBytes(header, box)).toString("base64");
    return { ...header, box, signature: own };
  };
}

interface OpenerOptions {
  readonly as: SealingIdentity;
  readonly from: PrincipalName;
  readonly trust: TrustBundle;
  readonly kind: MessageHeader["kind"];
}

export type MessageOpener = (message: SealedMessage) => Buffer;

const KEPT_SESSIONS = 1_000;

/**
 * Creates a function that checks a message's form, kind, sender, receiver, and signature under the
 * pinned key, in this order, and then opens it.
 */
export function createMessageOpener({ as, from, trust, kind }: OpenerOptions): MessageOpener {
  /** The keys of sessions whose signature was verified, so that an attacker cannot add any. */
  const keys = new LRUCache<string, Buffer>({ max: KEPT_SESSIONS });
  const info = infoOf(kind, from, as.service);

  function requireSigned(header: MessageHeader, bytes: Buffer, signature: string): void {
    const verifyKey = trust.verifyKey(from, "message", header.signing_key_id);
    if (!verifyEd25519(verifyKey, bytes, Buffer.from(signature, "base64")))
      throw new VerificationError("bad_signature", "Sealed message: bad signature");
  }

  function sessionKey(header: MessageHeader, enc: Buffer, signature: string): Buffer {
    const { sealing_key_id, signing_key_id } = header;
    const name = [sealing_key_id, signing_key_id, signature, enc.toString("base64")].join(" ");
    const known = keys.get(name);
    if (known !== undefined) return known;
    requireSigned(header, sessionBytes(header, enc), signature);
    const key = recipientContextKey(as.opening(sealing_key_id), enc, info);
    keys.set(name, key);
    return key;
  }

  return (message) => {
    const header = checkedHeader(message, { as, from, kind });
    const { box: text, signature } = message;
    const bound = verifying("malformed", "Sealed message: no JSON text", () =>
      canonicalJson({ ...header }),
    );
    const box = Buffer.from(text, "base64");
    const enc = box.subarray(0, ENC_BYTES);
    if (header.signed === undefined) requireSigned(header, signedBytes(header, text), signature);
    if (box.length < ENC_BYTES)
      throw new VerificationError("malformed", "Sealed message: box is too short");
    const key =
      header.signed === "session"
        ? sessionKey(header, enc, signature)
        : recipientContextKey(as.opening(header.sealing_key_id), enc, info);
    return openWithKey(key, box.subarray(ENC_BYTES), bound);
  };
}

function checkedHeader(
  { box, signature, ...rest }: SealedMessage,
  { as, from, kind }: Omit<OpenerOptions, "trust">,
): MessageHeader {
  const header = headerOf(rest);
  requireTexts("Sealed message", { ...header, box, signature });
  if (header.signed !== undefined && header.signed !== "session")
    throw new VerificationError("malformed", "Sealed message: unknown signature");
  if (header.kind !== kind) throw new VerificationError("wrong_kind", "Sealed message: wrong kind");
  if (header.sender !== from)
    throw new VerificationError("wrong_sender", "Sealed message: wrong sender");
  if (header.receiver !== as.service)
    throw new VerificationError("wrong_receiver", "Sealed message: wrong receiver");
  return header;
}

function headerOf(header: MessageHeader): MessageHeader {
  const { kind, job_id, sender, receiver, sealing_key_id, signing_key_id, signed } = header;
  const members = { kind, job_id, sender, receiver, sealing_key_id, signing_key_id };
  return signed === undefined ? members : { ...members, signed };
}

function infoOf(kind: MessageHeader["kind"], sender: PrincipalName, receiver: PrincipalName) {
  return Buffer.from(`veil/message/v2/${kind}/${sender}/${receiver}`);
}

type Session = Omit<MessageHeader, "job_id" | "signed">;

/** Returns the bytes that the signature of a session covers. */
function sessionBytes(session: Session, enc: Buffer): Buffer {
  const { kind, sender, receiver, sealing_key_id, signing_key_id } = session;
  const members = { kind, sender, receiver, sealing_key_id, signing_key_id };
  const text = canonicalJson({ ...members, enc: enc.toString("base64") });
  return Buffer.from(`veil/message-session/v1\n${text}`);
}

function signedBytes(header: MessageHeader, box: string): Buffer {
  return Buffer.from(`veil/signed-message/v1\n${canonicalJson({ ...header, box })}`);
}
