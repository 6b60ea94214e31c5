import type { BatchPlace, SignedCertificate } from "@veil/contracts/certificate";
import { canonicalJson, createMerkle, type JsonValue, type Sha256 } from "@veil/crypto/portable";
import { fromHex } from "../hex.ts";
import type { Require } from "./steps.ts";
import { requireSigned, type SignerOptions } from "./trusted-manifest.ts";

const encoder = new TextEncoder();

/** Returns the leaf of a certificate or a summary in its batch: `SHA-256(0x00 || salt || bytes)`. */
export function certifiedLeaf(salt: string, bytes: Uint8Array, sha256: Sha256): Uint8Array {
  const prefix = fromHex(salt);
  const salted = new Uint8Array(prefix.length + bytes.length);
  salted.set(prefix);
  salted.set(bytes, prefix.length);
  return createMerkle(sha256).merkleLeafHash(salted);
}

/** Returns the bytes that the signature of a batch covers: canonical JSON (RFC 8785). */
export function certificateBatchBytes(batch: Pick<BatchPlace, "size" | "root">): Uint8Array {
  return encoder.encode(canonicalJson(contentOf(batch)));
}

/** Returns the bytes whose SHA-256 the log contains for a batch. */
export function loggedBatchBytes(
  batch: Pick<BatchPlace, "size" | "root">,
  signature: SignedCertificate["signature"],
): Uint8Array {
  const content = { batch: contentOf(batch), signature };
  return encoder.encode(canonicalJson(content as unknown as JsonValue));
}

function contentOf({ size, root }: Pick<BatchPlace, "size" | "root">) {
  return { type: "veil/certificate-batch/v2", size, root };
}

/** Returns whether a document has a place in a batch exactly if its version needs one. */
export function fitsVersion(version: number, place: BatchPlace | undefined): boolean {
  return (version === 2) === (place !== undefined);
}

/**
 * Requires that the signer signed the canonical bytes of a document: in version 1 the bytes, in
 * version 2 the root of the batch in which they have their place.
 */
export function requireCertified(
  bytes: Uint8Array,
  { place, signature }: Pick<SignedCertificate, "place" | "signature">,
  options: SignerOptions,
  require: Require,
): void {
  if (place === undefined) requireSigned(bytes, signature, options, require);
  else {
    require(isInBatch(bytes, place, options.crypto.sha256), "the document is not in its batch");
    requireSigned(certificateBatchBytes(place), signature, options, require);
  }
}

function isInBatch(bytes: Uint8Array, place: BatchPlace, sha256: Sha256): boolean {
  const { salt, size, root, index, path } = place;
  return createMerkle(sha256).verifyInclusion({
    ...{ index, size, root: fromHex(root), path: path.map(fromHex) },
    leafHash: certifiedLeaf(salt, bytes, sha256),
  });
}
