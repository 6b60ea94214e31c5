import type { IsolationCertificate, SignedCertificate } from "@veil/contracts/certificate";
import { canonicalJson, type JsonValue } from "@veil/crypto/portable";

const encoder = new TextEncoder();

/** What the signature of a certificate covers, by RFC 8785. */
export function signableBytes(signable: SignedCertificate["signable"]): Uint8Array {
  return encoder.encode(canonicalJson(signable as unknown as JsonValue));
}

/** What the log names by its SHA-256: signable and signature, without evidence, by RFC 8785. */
export function certificateBytes({
  signable,
  signature,
}: Pick<IsolationCertificate, "signable" | "signature">): Uint8Array {
  return encoder.encode(canonicalJson({ signable, signature } as unknown as JsonValue));
}
