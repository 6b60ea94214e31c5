import {
  canonicalJson,
  type JsonValue,
  type Sha256,
  sha256Portable,
  verifying,
} from "@veil/crypto/portable";
import { toHex } from "./hex.ts";

const WITNESSED = new Set(["served_at", "signatures"]);
const DEVELOPMENT = new Set(["served_at", "signature", "signing_key_id", "signing_algorithm"]);
const encoder = new TextEncoder();

/**
 * Returns the bytes that a key manifest's signatures cover: the canonical JSON (RFC 8785) of
 * everything except the signatures and `served_at`, including unknown members.
 * @throws VerificationError `malformed`
 */
export function signedBytes(manifest: object): Uint8Array {
  const unsigned = "signatures" in manifest ? WITNESSED : DEVELOPMENT;
  const members = Object.entries(manifest).filter(([name]) => !unsigned.has(name));
  return verifying("malformed", "Manifest: no canonical form", () =>
    encoder.encode(canonicalJson(Object.fromEntries(members) as JsonValue)),
  );
}

/** Returns the hash, in hexadecimal, with which the next manifest refers to this one. */
export function manifestHash(manifest: object, sha256: Sha256 = sha256Portable): string {
  return toHex(sha256(signedBytes(manifest)));
}
