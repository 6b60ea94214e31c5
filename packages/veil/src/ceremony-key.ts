import { checkedJson } from "@veil/contracts/parsing";
import { CeremonyKeyFile } from "@veil/contracts/signer";
import {
  ed25519PrivateKey,
  ed25519PublicKey,
  generateEd25519Seed,
  type RandomBytes,
  randomHex,
  VerificationError,
  verifying,
} from "@veil/crypto";
import { type ManifestKey, type ManifestSigner, publicKeyHex } from "./manifest.ts";
import { parsePin } from "./manifest-trust.ts";
import type { CeremonyRole } from "./roles.ts";

const KEY_ID_BYTES = 6;
const parseFile = checkedJson(CeremonyKeyFile);

export function createCeremonyKey(role: CeremonyRole, random: RandomBytes): CeremonyKeyFile {
  const private_key = generateEd25519Seed(random).toString("hex");
  return { role, key_id: randomHex(random, KEY_ID_BYTES), algorithm: "Ed25519", private_key };
}

/**
 * Parses the key file of a role.
 * @throws VerificationError whose message contains nothing from the file
 */
export function readCeremonyKey(json: string, role: CeremonyRole): ManifestSigner {
  const file = verifying("malformed", "not a ceremony key", () => parseFile(json));
  if (file.role !== role)
    throw new VerificationError("wrong_owner", `the key belongs to the ${file.role}`);
  return { keyId: file.key_id, key: ed25519PrivateKey(Buffer.from(file.private_key, "hex")) };
}

/** Formats a public key as `KEY_ID:HEX`, which the two people exchange and auditors pin. */
export function pinText(pin: ManifestKey): string {
  return `${pin.keyId}:${publicKeyHex(pin)}`;
}

/** Parses a pinned key. @throws VerificationError `malformed`, `low_order_point` */
export function readPin(text: string): ManifestKey {
  const { keyId, publicKey } = parsePin(text);
  return { keyId, key: ed25519PublicKey(publicKey) };
}
