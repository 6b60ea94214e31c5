import {
  ed25519PrivateKey,
  generateEd25519Seed,
  generateX25519Seed,
  type KeyPurpose,
  loadServiceKeys,
  type PinnedKey,
  PRINCIPAL_NAMES,
  type PrincipalName,
  parseTrustBundle,
  publicKeyBytes,
  type ServiceKeys,
  type TrustBundle,
  x25519PrivateKey,
} from "@veil/crypto";

const PURPOSES: readonly KeyPurpose[] = [
  "service-token",
  "message",
  "sealing",
  "manifest",
  "claim",
  "checkpoint",
  "certificate",
  "evidence",
];

export interface TestTrust {
  readonly trust: TrustBundle;
  keysOf(service: PrincipalName): ServiceKeys;
  readonly trustFile: string;
  keyFileOf(service: PrincipalName): string;
}

export function createTestTrust(): TestTrust {
  const pinned: PinnedKey[] = [];
  const keyFiles = new Map<PrincipalName, string>();
  const keys = new Map<PrincipalName, ServiceKeys>();
  for (const service of PRINCIPAL_NAMES) {
    const own = PURPOSES.map((purpose) => newKey(service, purpose));
    pinned.push(...own.map(({ pin }) => pin));
    keyFiles.set(service, JSON.stringify({ service, keys: own.map((key) => key.file) }));
  }
  const trustFile = JSON.stringify({ version: 1, keys: pinned });
  const keyFileOf = (service: PrincipalName) => known(keyFiles.get(service), service);
  return {
    trust: parseTrustBundle(trustFile),
    // Parses keys on demand, because parsing all of them takes longer than most tests.
    keysOf(service) {
      const own = keys.get(service) ?? loadServiceKeys(keyFileOf(service));
      keys.set(service, own);
      return own;
    },
    trustFile,
    keyFileOf,
  };
}

function known<T>(own: T | undefined, service: PrincipalName): T {
  if (own === undefined) throw new Error(`No keys for ${service}`);
  return own;
}

function newKey(service: PrincipalName, purpose: KeyPurpose) {
  const sealing = purpose === "sealing";
  const algorithm = sealing ? ("X25519" as const) : ("Ed25519" as const);
  const seed = sealing ? generateX25519Seed() : generateEd25519Seed();
  const key = sealing ? x25519PrivateKey(seed) : ed25519PrivateKey(seed);
  const key_id = `${service}-${purpose}-test`;
  return {
    pin: { service, purpose, key_id, algorithm, public_key: publicKeyBytes(key).toString("hex") },
    file: { purpose, key_id, algorithm, private_key: seed.toString("hex") },
  };
}
