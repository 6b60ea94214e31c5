import type { IsolationCertificate, SignedCertificate } from "@veil/contracts/certificate";
import {
  type CanonicalTexts,
  canonicalJson,
  type JsonValue,
  rememberedCanonical,
} from "@veil/crypto/portable";

type Part = object & JsonValue;

const encoder = new TextEncoder();

/**
 * Returns the bytes that the signature of a certificate covers: canonical JSON (RFC 8785).
 * @param texts - remembers the texts of claims and batches, which are also hashed separately, and
 * the result, which is part of `certificateBytes`
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
 * Returns the bytes whose SHA-256 the log contains: the canonical JSON (RFC 8785) of signable and
 * signature, without evidence.
 */
export function certificateBytes(
  { signable, signature }: Pick<IsolationCertificate, "signable" | "signature">,
  texts?: CanonicalTexts,
): Uint8Array {
  return encoder.encode(canonicalJson({ signable, signature } as unknown as JsonValue, texts));
}
