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

/** Who signs or opens what. A service holds no key that it has no use for. */
const PURPOSES: Readonly<Record<PrincipalName, readonly KeyPurpose[]>> = {
  "edge-gateway": ["service-token", "message", "sealing"],
  bridge: ["service-token"],
  sanitiser: ["service-token", "sealing"],
  "inference-worker": ["service-token", "message", "sealing"],
  audit: ["service-token", "message"],
  "veil-signer": ["service-token", "manifest"],
  "bridge-probe": ["message"],
  "inference-worker-probe": ["message"],
};

const KEY_ID_BYTES = 6;

/** The keys of one deployment: each principal's private half, and the one bundle that pins them all. */
export interface KeySet {
  readonly services: readonly ServiceKeyFile[];
  readonly trust: TrustBundleFile;
}

/** Fresh keys for the six services and the two probes. Pure but for `random`. */
export function createKeySet(random: RandomBytes): KeySet {
  const pinned: PinnedKey[] = [];
  const services = PRINCIPAL_NAMES.map((service): ServiceKeyFile => {
    const own = PURPOSES[service].map((purpose) => createKey(service, purpose, random));
    pinned.push(...own.map(({ pin }) => pin));
    return { service, keys: own.map(({ entry }) => entry) };
  });
  return { services, trust: { version: 1, keys: pinned } };
}

function createKey(service: PrincipalName, purpose: KeyPurpose, random: RandomBytes) {
  const key_id = randomHex(random, KEY_ID_BYTES);
  const { algorithm, seed, publicKey } = purpose === "sealing" ? x25519(random) : ed25519(random);
  const public_key = publicKey.toString("hex");
  const pin: PinnedKey = { service, purpose, key_id, algorithm, public_key };
  return { pin, entry: { purpose, key_id, algorithm, private_key: seed.toString("hex") } };
}

function ed25519(random: RandomBytes) {
  const seed = generateEd25519Seed(random);
  const algorithm = "Ed25519" as const;
  return { algorithm, seed, publicKey: publicKeyBytes(ed25519PrivateKey(seed)) };
}

function x25519(random: RandomBytes) {
  const seed = generateX25519Seed(random);
  const algorithm = "X25519" as const;
  return { algorithm, seed, publicKey: publicKeyBytes(x25519PrivateKey(seed)) };
}
