import type { ManifestContent, WitnessedManifest } from "@veil/contracts/signer";
import {
  ed25519PublicKey,
  loadServiceKeys,
  type PrincipalName,
  publicKeyBytes,
  type ServiceKeys,
  signEd25519,
  systemRandomBytes,
} from "@veil/crypto";
import {
  type CeremonyRole,
  cosignManifest,
  createCeremonyKey,
  createKeySet,
  draftManifest,
  type KeySet,
  type ManifestSigner,
  manifestKeyOf,
  nextManifest,
  pinText,
  readCeremonyKey,
  signManifest,
} from "@veil/veil";
import { type NoteSigner, noteKey, type SignatureType, vkeyText } from "@veil/veil/log";

/** Keys, manifest and witness of a deployment that exists only in tests. */
export interface TestDeployment {
  readonly keySet: KeySet;
  readonly manifest: WitnessedManifest;
  /** The second manifest of the same deployment, in which every service has new keys. */
  readonly rotated: WitnessedManifest;
  /** The pinned keys of both roles, as `KEY_ID:HEX`. */
  readonly pins: Readonly<Record<CeremonyRole, string>>;
  readonly log: NoteSigner;
  readonly witness: NoteSigner;
  /** The witness's public key in text form. */
  readonly witnessKey: string;
  keysOf(service: PrincipalName): ServiceKeys;
  /**
   * Changes the first manifest and signs it as both people, even if the result is invalid.
   */
  resign(change: ManifestChange): WitnessedManifest;
}

type ManifestChange = (keys: WitnessedManifest["keys"], content: ManifestContent) => void;

export const TEST_TIMES = {
  ceremony: "2026-01-01T00:00:00Z",
  probe: "2026-01-02T11:58:00Z",
  claim: "2026-01-02T12:00:00Z",
  batch: "2026-01-02T12:00:01Z",
  issue: "2026-01-02T12:00:02Z",
  witnessed: "2026-01-02T12:00:03Z",
  rotation: "2026-01-03T00:00:00Z",
} as const;

export function createTestDeployment(): TestDeployment {
  const keySet = createKeySet(systemRandomBytes);
  const roles = { gateway: newRole("gateway"), witness: newRole("witness") };
  const pins = { gateway: manifestKeyOf(roles.gateway), witness: manifestKeyOf(roles.witness) };
  const order = { issuer: "gateway.example", roles: pins, services: keySet.trust.keys };
  const ceremony = (content: ReturnType<typeof nextManifest>, previous?: WitnessedManifest) =>
    cosignManifest(draftManifest(content, roles.gateway), roles.witness, {
      ...{ gateway: pins.gateway, previous, nowMs: Date.parse(content.signed_at) },
    });
  const manifest = ceremony(nextManifest({ ...order, nowMs: Date.parse(TEST_TIMES.ceremony) }));
  const rotated = ceremony(
    nextManifest({
      ...{ ...order, previous: manifest, nowMs: Date.parse(TEST_TIMES.rotation) },
      services: createKeySet(systemRandomBytes).trust.keys,
    }),
    manifest,
  );
  const keysOf = keysIn(keySet);
  const witness = noteSigner("witness.example", "cosignature/v1", keysOf("veil-signer"));
  return {
    ...{ keySet, manifest, rotated, keysOf, witness, witnessKey: vkeyText(witness.key) },
    resign: (change) => resigned(manifest, roles, change),
    pins: { gateway: pinText(pins.gateway), witness: pinText(pins.witness) },
    log: noteSigner("gateway.example/audit", "ed25519", keysOf("audit"), "checkpoint"),
  };
}

function resigned(
  { signatures: _, ...content }: WitnessedManifest,
  roles: Readonly<Record<CeremonyRole, ManifestSigner>>,
  change: ManifestChange,
): WitnessedManifest {
  const next = structuredClone(content);
  change(next.keys, next);
  const signed = (role: CeremonyRole) => {
    const { signature, signing_key_id, signing_algorithm } = signManifest(next, roles[role]);
    return { key_id: signing_key_id, algorithm: signing_algorithm, signature };
  };
  return { ...next, signatures: { gateway: signed("gateway"), witness: signed("witness") } };
}

function newRole(role: CeremonyRole) {
  return readCeremonyKey(JSON.stringify(createCeremonyKey(role, systemRandomBytes)), role);
}

function keysIn({ services }: KeySet): TestDeployment["keysOf"] {
  const loaded = new Map<PrincipalName, ServiceKeys>();
  return (name) => {
    const file = services.find(({ service }) => service === name);
    const keys = loaded.get(name) ?? loadServiceKeys(JSON.stringify(file));
    loaded.set(name, keys);
    return keys;
  };
}

function noteSigner(
  name: string,
  type: SignatureType,
  keys: ServiceKeys,
  purpose: "checkpoint" | "manifest" = "manifest",
): NoteSigner {
  const { key } = keys.signing(purpose);
  const publicKey = publicKeyBytes(ed25519PublicKey(key));
  return {
    key: noteKey(name, type, publicKey),
    sign: (message) => signEd25519(key, message),
  };
}
