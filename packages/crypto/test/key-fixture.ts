import { ed25519PrivateKey, generateEd25519Seed, publicKeyBytes } from "../src/ed25519.ts";
import type { KeyPurpose, PinnedKey, ServiceKeyFile, ServiceName } from "../src/key-files.ts";
import { loadServiceKeys, parseTrustBundle } from "../src/trust-bundle.ts";
import { generateX25519Seed, x25519PrivateKey } from "../src/x25519.ts";

type PrivateEntry = ServiceKeyFile["keys"][number];

export function newKey(
  service: ServiceName,
  purpose: KeyPurpose,
  key_id = `${service}-${purpose}`,
) {
  const sealing = purpose === "sealing";
  const seed = sealing ? generateX25519Seed() : generateEd25519Seed();
  const parsed = sealing ? x25519PrivateKey(seed) : ed25519PrivateKey(seed);
  const algorithm = sealing ? ("X25519" as const) : ("Ed25519" as const);
  const public_key = publicKeyBytes(parsed).toString("hex");
  const pin: PinnedKey = { service, purpose, key_id, algorithm, public_key };
  const entry: PrivateEntry = { purpose, key_id, algorithm, private_key: seed.toString("hex") };
  return { pin, entry };
}

export function createPrincipals() {
  const pins: PinnedKey[] = [];
  const create = (service: ServiceName) => {
    const own = [newKey(service, "message"), newKey(service, "sealing")];
    pins.push(...own.map(({ pin }) => pin));
    const keys = loadServiceKeys(JSON.stringify({ service, keys: own.map(({ entry }) => entry) }));
    return { ...keys, signer: { service, ...keys.signing("message") } };
  };
  const [gateway, worker, audit] = [
    create("edge-gateway"),
    create("inference-worker"),
    create("audit"),
  ];
  return {
    gateway,
    worker,
    audit,
    trust: parseTrustBundle(JSON.stringify({ version: 1, keys: pins })),
  };
}
