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

const PURPOSES: readonly KeyPurpose[] = ["service-token", "message", "sealing", "manifest"];

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
    const keyFile = JSON.stringify({ service, keys: own.map((key) => key.file) });
    keyFiles.set(service, keyFile);
    keys.set(service, loadServiceKeys(keyFile));
  }
  const trustFile = JSON.stringify({ version: 1, keys: pinned });
  return {
    trust: parseTrustBundle(trustFile),
    keysOf: (service) => known(keys.get(service), service),
    trustFile,
    keyFileOf: (service) => known(keyFiles.get(service), service),
  };
}

function known<T>(own: T | undefined, service: PrincipalName): T {
  if (own === undefined) throw new Error(`No keys for ${service}`);
  return own;
}

function newKey(service: PrincipalName, purpose: KeyPurpose) {
  const sealing = purpose === "sealing";
  const seed = sealing ? generateX25519Seed() : generateEd25519Seed();
  const parsed = sealing ? x25519PrivateKey(seed) : ed25519PrivateKey(seed);
  const algorithm = sealing ? ("X25519" as const) : ("Ed25519" as const);
  const key_id = `${service}-${purpose}-test`;
  const public_key = publicKeyBytes(parsed).toString("hex");
  return {
    pin: { service, purpose, key_id, algorithm, public_key },
    file: { purpose, key_id, algorithm, private_key: seed.toString("hex") },
  };
}
