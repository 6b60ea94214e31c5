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

/** A principal has no other keys. */
const PURPOSES: Readonly<Record<PrincipalName, readonly KeyPurpose[]>> = {
  "edge-gateway": ["service-token", "message", "sealing", "claim"],
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

const KEY_ID_BYTES = 6;

export interface KeySet {
  readonly services: readonly ServiceKeyFile[];
  readonly trust: TrustBundleFile;
}

export function createKeySet(random: RandomBytes): KeySet {
  const services = KEY_OWNERS.map(
    (service): ServiceKeyFile => ({
      service,
      keys: PURPOSES[service].map((purpose) => createKey(purpose, random)),
    }),
  );
  return { services, trust: trustOf(services) };
}

export function trustOf(services: readonly ServiceKeyFile[]): TrustBundleFile {
  const keys = services.flatMap(({ service, keys }) =>
    keys.map(({ purpose, key_id, algorithm, private_key }): PinnedKey => {
      const seed = Buffer.from(private_key, "hex");
      const own = algorithm === "X25519" ? x25519PrivateKey(seed) : ed25519PrivateKey(seed);
      return { service, purpose, key_id, algorithm, public_key: hex(publicKeyBytes(own)) };
    }),
  );
  return { version: 1, keys };
}

function createKey(purpose: KeyPurpose, random: RandomBytes): ServiceKeyFile["keys"][number] {
  const key_id = randomHex(random, KEY_ID_BYTES);
  return purpose === "sealing"
    ? { purpose, key_id, algorithm: "X25519", private_key: hex(generateX25519Seed(random)) }
    : { purpose, key_id, algorithm: "Ed25519", private_key: hex(generateEd25519Seed(random)) };
}

function hex(bytes: Buffer): string {
  return bytes.toString("hex");
}
