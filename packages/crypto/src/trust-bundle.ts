import {
  type Ed25519PrivateKey,
  type Ed25519PublicKey,
  ed25519PrivateKey,
  ed25519PublicKey,
} from "./ed25519.ts";
import {
  type X25519PrivateKey,
  type X25519PublicKey,
  x25519PrivateKey,
  x25519PublicKey,
} from "./hpke.ts";

export const SERVICE_NAMES = [
  "edge-gateway",
  "bridge",
  "sanitiser",
  "inference-worker",
  "audit",
  "veil-signer",
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/**
 * What a key may be used for; a key serves one purpose.
 * `service-token`: signs the tokens of service-to-service calls. `message`: signs queued messages.
 * `sealing`: X25519, others encrypt to it. `manifest`: signs the published key manifest.
 */
export type KeyPurpose = "service-token" | "message" | "sealing" | "manifest";

/** One public key as everybody knows it. */
export interface PinnedKey {
  readonly service: ServiceName;
  readonly purpose: KeyPurpose;
  readonly key_id: string;
  readonly algorithm: "Ed25519" | "X25519";
  /** 32 bytes, hexadecimal. */
  readonly public_key: string;
}

interface TrustBundleFile {
  readonly version: 1;
  readonly keys: readonly PinnedKey[];
}

/** The private half of one service's keys, as written by `veil keys init`, mode 0600. */
export interface ServiceKeyFile {
  readonly service: ServiceName;
  readonly keys: readonly (Omit<PinnedKey, "service" | "public_key"> & {
    /** 32 bytes, hexadecimal. */
    readonly private_key: string;
  })[];
}

/** The pinned public keys of all services. Read at start, never fetched. */
export interface TrustBundle {
  /** @throws Error when no such Ed25519 key is pinned for that service and purpose. */
  verifyKey(service: ServiceName, purpose: KeyPurpose, keyId: string): Ed25519PublicKey;
  /** The key to encrypt to. @throws Error when the service has none. */
  sealingKey(service: ServiceName): { readonly keyId: string; readonly key: X25519PublicKey };
  readonly keys: readonly PinnedKey[];
}

/** One service's own private keys, parsed once. */
export interface ServiceKeys {
  readonly service: ServiceName;
  /** @throws Error when the key file holds no key of that purpose. */
  signing(purpose: Exclude<KeyPurpose, "sealing">): {
    readonly keyId: string;
    readonly key: Ed25519PrivateKey;
  };
  /** @throws Error when the key file holds no sealing key of that id. */
  opening(keyId: string): X25519PrivateKey;
}

/** @throws Error naming what is wrong with the bundle, without printing its content. */
export function parseTrustBundle(json: string): TrustBundle {
  const { version, keys } = JSON.parse(json) as TrustBundleFile;
  if (version !== 1 || !Array.isArray(keys)) throw new Error("Trust bundle must have version 1");
  const signers = new Map<string, Ed25519PublicKey>();
  const sealers = new Map<ServiceName, { keyId: string; key: X25519PublicKey }>();
  for (const pinned of keys as readonly PinnedKey[]) {
    const raw = Buffer.from(pinned.public_key, "hex");
    if (pinned.algorithm === "Ed25519") signers.set(slot(pinned), ed25519PublicKey(raw));
    else sealers.set(pinned.service, { keyId: pinned.key_id, key: x25519PublicKey(raw) });
  }
  return {
    keys,
    verifyKey(service, purpose, key_id) {
      return required(signers.get(slot({ service, purpose, key_id })), `${service} ${purpose} key`);
    },
    sealingKey: (service) => required(sealers.get(service), `${service} sealing key`),
  };
}

/** @throws Error naming what is wrong with the file, without printing its content. */
export function loadServiceKeys(json: string): ServiceKeys {
  const { service, keys } = JSON.parse(json) as ServiceKeyFile;
  const signers = new Map<KeyPurpose, { keyId: string; key: Ed25519PrivateKey }>();
  const openers = new Map<string, X25519PrivateKey>();
  for (const { purpose, key_id: keyId, private_key } of keys) {
    const raw = Buffer.from(private_key, "hex");
    if (purpose === "sealing") openers.set(keyId, x25519PrivateKey(raw));
    else signers.set(purpose, { keyId, key: ed25519PrivateKey(raw) });
  }
  return {
    service,
    signing: (purpose) => required(signers.get(purpose), `own ${purpose} key`),
    opening: (keyId) => required(openers.get(keyId), "own sealing key of that id"),
  };
}

function slot({ service, purpose, key_id }: Pick<PinnedKey, "service" | "purpose" | "key_id">) {
  return `${service}/${purpose}/${key_id}`;
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`Unknown key: ${what}`);
  return value;
}
