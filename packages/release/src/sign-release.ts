import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { bundleToJSON, toDSSEBundle } from "@sigstore/bundle";
import { dsse } from "@sigstore/core";
import { sha256Hex } from "@veil/crypto";
import { PAYLOAD_TYPE, RELEASE_FILES, RELEASE_PREDICATE, STATEMENT_TYPE } from "./release-index.ts";

/** Reads an Ed25519 private key in PEM. @throws Error that says how to create one */
export function readSigningKey(pem: string): KeyObject {
  const key = privateKey(pem);
  if (key?.asymmetricKeyType === "ed25519") return key;
  throw new Error(
    "The key file must contain an Ed25519 private key in PEM: openssl genpkey -algorithm ed25519 -out release.key",
  );
}

function privateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    // The library's error may describe the bytes of the key.
    return undefined;
  }
}

/**
 * Returns a Sigstore bundle for `release.json`: an in-toto statement about it in a signed DSSE
 * envelope. Ed25519 signatures are deterministic, so that equal releases have equal bundles.
 */
export function signRelease(index: Uint8Array, version: string, key: KeyObject): string {
  const statement = {
    _type: STATEMENT_TYPE,
    subject: [{ name: RELEASE_FILES.index, digest: { sha256: sha256Hex(index) } }],
    predicateType: RELEASE_PREDICATE,
    predicate: { version },
  };
  const artifact = Buffer.from(JSON.stringify(statement));
  const signature = sign(null, dsse.preAuthEncoding(PAYLOAD_TYPE, artifact), key);
  const bundle = toDSSEBundle({
    ...{ artifact, artifactType: PAYLOAD_TYPE, signature, keyHint: keyHint(key) },
  });
  return `${JSON.stringify(bundleToJSON(bundle), null, 2)}\n`;
}

/** Names the key as `cosign` does: the SHA-256 of the public key's DER. */
function keyHint(key: KeyObject): string {
  const der = createPublicKey(key).export({ type: "spki", format: "der" });
  return Buffer.from(sha256Hex(der), "hex").toString("base64");
}
