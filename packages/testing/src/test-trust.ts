import { generateKeyPairSync } from "node:crypto";
import {
  type KeyPurpose,
  loadServiceKeys,
  type PinnedKey,
  PRINCIPAL_NAMES,
  type PrincipalName,
  parseTrustBundle,
  type ServiceKeys,
  type TrustBundle,
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
    keyFiles.set(service, JSON.stringify({ service, keys: own.map((key) => key.file) }));
  }
  const trustFile = JSON.stringify({ version: 1, keys: pinned });
  const keyFileOf = (service: PrincipalName) => known(keyFiles.get(service), service);
  return {
    trust: parseTrustBundle(trustFile),
    // On demand: parsing all of them takes longer than most tests.
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
  const { privateKey } = sealing ? generateKeyPairSync("x25519") : generateKeyPairSync("ed25519");
  const { d = "", x = "" } = privateKey.export({ format: "jwk" });
  const key_id = `${service}-${purpose}-test`;
  return {
    pin: { service, purpose, key_id, algorithm, public_key: hexOf(x) },
    file: { purpose, key_id, algorithm, private_key: hexOf(d) },
  };
}

function hexOf(base64url: string): string {
  return Buffer.from(base64url, "base64url").toString("hex");
}
