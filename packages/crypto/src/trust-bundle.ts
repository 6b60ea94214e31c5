import {
  type Ed25519PrivateKey,
  type Ed25519PublicKey,
  ed25519PrivateKey,
  ed25519PublicKey,
} from "./ed25519.ts";
import {
  isRetired,
  type KeyPurpose,
  type PinnedKey,
  type PrincipalName,
  readServiceKeyFile,
  readTrustBundleFile,
} from "./key-files.ts";
import { deriveKey } from "./secret-box.ts";
import { VerificationError } from "./verification-error.ts";
import {
  type X25519PrivateKey,
  type X25519PublicKey,
  x25519PrivateKey,
  x25519PublicKey,
} from "./x25519.ts";

/**
 * The public keys of all services. A process reads them at its start and never fetches them.
 * Retired keys are only in `keys`.
 */
export interface TrustBundle {
  verifyKey(service: PrincipalName, purpose: KeyPurpose, keyId: string): Ed25519PublicKey;
  sealingKey(service: PrincipalName): { readonly keyId: string; readonly key: X25519PublicKey };
  readonly keys: readonly PinnedKey[];
}

export interface ServiceKeys {
  readonly service: PrincipalName;
  signing(purpose: Exclude<KeyPurpose, "sealing">): {
    readonly keyId: string;
    readonly key: Ed25519PrivateKey;
  };
  opening(keyId: string): X25519PrivateKey;
  /**
   * Returns secrets of 32 bytes that only the holder of these keys can derive: one for each key of
   * the purpose, starting with the key that signs.
   */
  derived(purpose: Exclude<KeyPurpose, "sealing">, info: string): readonly Buffer[];
}

/**
 * Parses a trust bundle. The bundle's methods throw the same error.
 * @throws VerificationError whose message contains nothing from the file
 */
export function parseTrustBundle(json: string): TrustBundle {
  const keys = readTrustBundleFile(json);
  const signers = new Map<string, Ed25519PublicKey>();
  const sealers = new Map<PrincipalName, { keyId: string; key: X25519PublicKey }>();
  for (const pinned of keys) {
    const raw = Buffer.from(pinned.public_key, "hex");
    const keyId = pinned.key_id;
    if (pinned.purpose === "sealing") {
      const key = x25519PublicKey(raw);
      if (!isRetired(pinned)) sealers.set(pinned.service, { keyId, key });
    } else {
      const key = ed25519PublicKey(raw);
      if (!isRetired(pinned)) signers.set(slot(pinned), key);
    }
  }
  return {
    keys,
    verifyKey(service, purpose, key_id) {
      return required(signers.get(slot({ service, purpose, key_id })), `${service} ${purpose} key`);
    },
    sealingKey: (service) => required(sealers.get(service), `${service} sealing key`),
  };
}

/**
 * Parses a service's private keys. The result's methods throw the same error.
 * @param owner - the only service whose keys are accepted
 * @throws VerificationError whose message contains nothing from the file
 */
export function loadServiceKeys(json: string, owner?: PrincipalName): ServiceKeys {
  const { service, keys } = readServiceKeyFile(json);
  if (owner !== undefined && service !== owner)
    throw new VerificationError("wrong_owner", "Service keys: they belong to another service");
  const signers = new Map<KeyPurpose, { keyId: string; key: Ed25519PrivateKey }>();
  const openers = new Map<string, X25519PrivateKey>();
  const secretsOf = (requested: KeyPurpose) =>
    keys
      .filter(({ purpose }) => purpose === requested)
      .map((key) => Buffer.from(key.private_key, "hex"));
  for (const { purpose, key_id: keyId, private_key } of keys) {
    const raw = Buffer.from(private_key, "hex");
    if (purpose === "sealing") openers.set(keyId, x25519PrivateKey(raw));
    else signers.set(purpose, { keyId, key: ed25519PrivateKey(raw) });
  }
  return {
    service,
    signing: (purpose) => required(signers.get(purpose), `own ${purpose} key`),
    opening: (keyId) => required(openers.get(keyId), "own sealing key of that id"),
    derived: (purpose, info) =>
      secretsOf(purpose)
        .map((secret) => deriveKey(secret, info))
        .reverse(),
  };
}

function slot({ service, purpose, key_id }: Pick<PinnedKey, "service" | "purpose" | "key_id">) {
  return `${service}/${purpose}/${key_id}`;
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new VerificationError("unknown_key", `Unknown key: ${what}`);
  return value;
}
