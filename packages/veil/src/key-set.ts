import {
  ed25519PrivateKey,
  generateEd25519Seed,
  generateX25519Seed,
  type KeyPurpose,
  type PinnedKey,
  PRINCIPAL_NAMES,
  type PrincipalName,
  publicKeyBytes,
  type RandomBytes,
  randomHex,
  type ServiceKeyFile,
  type TrustBundleFile,
  x25519PrivateKey,
} from "@veil/crypto";

/** The purposes for which each principal has a key. */
const PURPOSES: Readonly<Record<PrincipalName, readonly KeyPurpose[]>> = {
  "edge-gateway": ["service-token", "message", "sealing", "claim", "evidence"],
  bridge: ["service-token", "claim"],
  sanitiser: ["sealing", "claim"],
  "inference-worker": ["service-token", "message", "sealing", "claim"],
  audit: ["checkpoint"],
  "veil-signer": ["manifest", "certificate"],
  "bridge-probe": ["message"],
  "inference-worker-probe": ["message"],
};

export const KEY_OWNERS: readonly PrincipalName[] = PRINCIPAL_NAMES.filter(
  (principal) => PURPOSES[principal].length > 0,
);

export function purposesOf(principal: PrincipalName): readonly KeyPurpose[] {
  return PURPOSES[principal];
}

const KEY_ID_BYTES = 6;

export interface KeySet {
  readonly services: readonly ServiceKeyFile[];
  readonly trust: TrustBundleFile;
}

export function createKeySet(random: RandomBytes): KeySet {
  const services = withMissingKeys([], random);
  return { services, trust: trustOf(services) };
}

/**
 * Returns the key files of all principals. It adds new keys to the given files for missing
 * purposes, and creates missing files.
 */
export function withMissingKeys(
  given: readonly ServiceKeyFile[],
  random: RandomBytes,
): readonly ServiceKeyFile[] {
  return KEY_OWNERS.map((service) => {
    const keys = given.find((file) => file.service === service)?.keys ?? [];
    const lacking = PURPOSES[service].filter((needed) =>
      keys.every(({ purpose }) => purpose !== needed),
    );
    return { service, keys: [...keys, ...lacking.map((purpose) => createKey(purpose, random))] };
  });
}

export function trustOf(services: readonly ServiceKeyFile[]): TrustBundleFile {
  return { version: 1, keys: services.flatMap(pinsOf) };
}

/**
 * Returns the bundle with pins for the keys that it lacks; existing pins do not change. It does not
 * pin a sealing key if another one of the same owner is pinned, because that key is in the first
 * step of a rotation, and senders must not seal to it yet.
 */
export function withMissingPins(
  { keys }: Pick<TrustBundleFile, "keys">,
  services: readonly ServiceKeyFile[],
): TrustBundleFile {
  const pinned = new Set(keys.map(({ key_id }) => key_id));
  const sealed = new Set(keys.flatMap((pin) => (pin.purpose === "sealing" ? [pin.service] : [])));
  const missing = services
    .flatMap(pinsOf)
    .filter(({ key_id }) => !pinned.has(key_id))
    .filter(({ purpose, service }) => purpose !== "sealing" || !sealed.has(service));
  return { version: 1, keys: [...keys, ...missing] };
}

/** Returns the public keys of a key file. */
export function pinsOf({ service, keys }: ServiceKeyFile): readonly PinnedKey[] {
  return keys.map(({ purpose, key_id, algorithm, private_key }) => {
    const seed = Buffer.from(private_key, "hex");
    const own = algorithm === "X25519" ? x25519PrivateKey(seed) : ed25519PrivateKey(seed);
    return { service, purpose, key_id, algorithm, public_key: hex(publicKeyBytes(own)) };
  });
}

export function createKey(
  purpose: KeyPurpose,
  random: RandomBytes,
): ServiceKeyFile["keys"][number] {
  const key_id = randomHex(random, KEY_ID_BYTES);
  return purpose === "sealing"
    ? { purpose, key_id, algorithm: "X25519", private_key: hex(generateX25519Seed(random)) }
    : { purpose, key_id, algorithm: "Ed25519", private_key: hex(generateEd25519Seed(random)) };
}

function hex(bytes: Buffer): string {
  return bytes.toString("hex");
}
