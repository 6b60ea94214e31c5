import { LRUCache } from "lru-cache";
import { canonicalJson } from "./canonical-json.ts";
import { recipientContextKey, senderContext } from "./hpke/hpke-context.ts";
import { createRenewedContext } from "./hpke/renewed-context.ts";
import type { PrincipalName } from "./key-files.ts";
import type { SealingIdentity } from "./sealed-message.ts";
import { openWithKey, sealWithKey } from "./secret-box.ts";
import type { TrustBundle } from "./trust-bundle.ts";
import { VerificationError } from "./verification-error.ts";

/**
 * A secret for one leg of one call, encrypted under the exported key of an HPKE context. It is not
 * signed.
 */
export interface SealedCredential {
  readonly sealing_key_id: string;
  /** The encapsulated key in base64url. */
  readonly enc: string;
  readonly sequence: number;
  /** `nonce (12) | ciphertext | tag (16)` in base64. */
  readonly box: string;
}

/** What a sealed credential is bound to. It opens only with the same binding. */
interface CredentialBinding {
  /** The id of the call's leg, such as `job_request_id`. */
  readonly leg: string;
  readonly provider: string;
}

interface SealerOptions {
  readonly from: PrincipalName;
  readonly to: PrincipalName;
  readonly trust: TrustBundle;
  readonly nowMs?: () => number;
}

export type CredentialSealer = (secret: string, binding: CredentialBinding) => SealedCredential;

/**
 * Creates a function that encrypts secrets that are sent with a call. It needs only symmetric
 * operations per secret, because the key agreement (RFC 9180, section 5.3) is renewed only once a
 * minute. The authentication of the call itself proves who sent the secret.
 */
export function createCredentialSealer({
  from,
  to,
  trust,
  nowMs = Date.now,
}: SealerOptions): CredentialSealer {
  const contextNow = createRenewedContext(() => {
    const { keyId, key } = trust.sealingKey(to);
    return { keyId, ...senderContext(key, infoOf(from, to)) };
  }, nowMs);
  return (secret, binding) => {
    const { context, sequence } = contextNow();
    const aad = boundData(binding, sequence);
    return {
      sealing_key_id: context.keyId,
      enc: context.enc.toString("base64url"),
      sequence,
      box: sealWithKey(context.key, Buffer.from(secret), aad).toString("base64"),
    };
  };
}

interface OpenerOptions {
  readonly as: SealingIdentity;
  readonly from: PrincipalName;
}

/**
 * Decrypts a credential.
 * @throws VerificationError for a different binding, receiver or sender, and for a malformed box
 */
export type CredentialOpener = (sealed: SealedCredential, binding: CredentialBinding) => string;

const KEPT_CONTEXTS = 1_000;

/**
 * Creates a function that opens credentials. Use it only for authenticated callers, because a box
 * is not signed.
 */
export function createCredentialOpener({ as, from }: OpenerOptions): CredentialOpener {
  const keys = new LRUCache<string, Buffer>({ max: KEPT_CONTEXTS });
  const info = infoOf(from, as.service);

  function keyOf({ sealing_key_id, enc }: SealedCredential): Buffer {
    const name = `${sealing_key_id} ${enc}`;
    const known = keys.get(name);
    if (known !== undefined) return known;
    const bytes = Buffer.from(enc, "base64url");
    if (bytes.toString("base64url") !== enc)
      throw new VerificationError("malformed", "Sealed credential: no encapsulated key");
    const key = recipientContextKey(as.opening(sealing_key_id), bytes, info);
    keys.set(name, key);
    return key;
  }

  return (sealed, binding) => {
    const aad = boundData(binding, sealed.sequence);
    return openWithKey(keyOf(sealed), Buffer.from(sealed.box, "base64"), aad).toString();
  };
}

function infoOf(from: PrincipalName, to: PrincipalName): Buffer {
  return Buffer.from(`veil/credential/v1/${from}/${to}`);
}

function boundData({ leg, provider }: CredentialBinding, sequence: number): string {
  return canonicalJson({ leg, provider, sequence });
}
