import type { SignedCertificate } from "@veil/contracts/certificate";
import {
  type CanonicalTexts,
  canonicalJson,
  type JsonValue,
  rememberedCanonical,
  type Sha256,
} from "@veil/crypto/portable";
import { toHex } from "../hex.ts";
import { certifiedLeaf, loggedBatchBytes } from "./certificate-batch.ts";

type Part = object & JsonValue;

const encoder = new TextEncoder();

/**
 * Returns the bytes that the signature of a certificate covers: canonical JSON (RFC 8785).
 * @param texts - remembers the texts of claims and batches, which are also hashed separately, and
 * the result, which is part of `loggedBytes`
 */
export function signableBytes(
  signable: SignedCertificate["signable"],
  texts?: CanonicalTexts,
): Uint8Array {
  for (const part of texts === undefined ? [] : signable.claims.flatMap(partsOf))
    rememberedCanonical(part as unknown as Part, texts);
  return encoder.encode(rememberedCanonical(signable as unknown as Part, texts));
}

function partsOf({ claim, batch }: SignedCertificate["signable"]["claims"][number]): object[] {
  return [claim, batch];
}

/**
 * Returns the bytes whose SHA-256 the log contains. Version 1: the canonical JSON (RFC 8785) of
 * signable and signature, without evidence. Version 2: that of the batch and its signature.
 */
export function loggedBytes(
  { signable, place, signature }: SignedCertificate,
  texts?: CanonicalTexts,
): Uint8Array {
  if (place !== undefined) return loggedBatchBytes(place, signature);
  return encoder.encode(canonicalJson({ signable, signature } as unknown as JsonValue, texts));
}

/**
 * Returns the hash by which a summary names its certificate. Version 1: the one in the log. Version
 * 2: that of the certificate's leaf.
 */
export function certificateHash(
  certificate: SignedCertificate,
  sha256: Sha256,
  texts?: CanonicalTexts,
): string {
  const { signable, place } = certificate;
  if (place === undefined) return toHex(sha256(loggedBytes(certificate, texts)));
  return toHex(certifiedLeaf(place.salt, signableBytes(signable, texts), sha256));
}
