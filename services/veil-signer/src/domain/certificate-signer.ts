import {
  CERTIFICATE_PROTOCOL_VERSION,
  CERTIFICATE_TYPE,
  type CertificateOrder,
  type CertificateSignable,
  type CertificateSignature,
  type IssuedCertificate,
} from "@veil/contracts/certificate";
import type { Clock } from "@veil/contracts/clock";
import type { SignedManifest } from "@veil/contracts/signer";
import {
  type PinnedKey,
  type ServiceKeys,
  sha256,
  signEd25519,
  VerificationError,
} from "@veil/crypto";
import { createNodeCrypto, manifestHash, rememberSignatures } from "@veil/veil";
import { latest, wholeSecond } from "@veil/veil/claims";
import { certificateSummary, signableBytes, summaryBytes, verifyClaims } from "@veil/veil/verifier";
import { createClaimKeys } from "./claim-keys.ts";

interface SignerOptions {
  readonly keys: ServiceKeys;
  /** Pinned: of all services. */
  readonly trusted: readonly PinnedKey[];
  readonly manifest: () => SignedManifest;
  readonly environment: CertificateSignable["environment"];
  readonly nowMs: Clock;
}

export type CertificateSigner = (
  order: CertificateOrder,
) => IssuedCertificate | { readonly refused: string };

/** A component's clock may be ahead of this one by so much. */
const CLOCK_SKEW_MS = 60_000;

/** Signs what the components' claims prove; refuses, by the code of the step that failed, what they do not. */
export function createCertificateSigner(options: SignerOptions): CertificateSigner {
  const { keys, trusted, environment, nowMs } = options;
  const { keyId: key_id, key } = keys.signing("certificate");
  const { claimKey, requireValidAt } = createClaimKeys(trusted);
  // 256 certificates have claims of one batch.
  const verifying = { crypto: rememberSignatures(createNodeCrypto()), claimKey };

  const manifest = described(options.manifest);

  function signatureOf(bytes: Uint8Array): CertificateSignature {
    return { key_id, algorithm: "Ed25519", signature: signEd25519(key, bytes).toString("hex") };
  }

  function signed(signable: CertificateSignable): IssuedCertificate {
    const certificate = { signable, signature: signatureOf(signableBytes(signable)) };
    const summary = certificateSummary(certificate, sha256);
    return { ...certificate, summary_signature: signatureOf(summaryBytes(summary)) };
  }

  return (order) => {
    try {
      const issuedAt = timeOf(order, nowMs());
      requireValidAt(order, issuedAt);
      verifyClaims(order, { ...verifying, issuedAt });
      return signed({
        ...{ type: CERTIFICATE_TYPE, protocol_version: CERTIFICATE_PROTOCOL_VERSION },
        ...{ environment, issued_at: issuedAt, ...manifest(), ...order },
      });
    } catch (error) {
      if (error instanceof VerificationError) return { refused: error.code };
      throw error;
    }
  };
}

/** The manifest stays the same while the process runs: its hash is computed once. */
function described(manifest: () => SignedManifest) {
  let known: Pick<CertificateSignable, "issuer" | "manifest"> | undefined;
  return () => {
    if (known !== undefined) return known;
    const current = manifest();
    const { issuer, version } = current;
    known = { issuer, manifest: { version, sha256: manifestHash(current) } };
    return known;
  };
}

/** Not before the batches of its claims, which other clocks dated. @throws VerificationError */
function timeOf({ claims }: CertificateOrder, nowMs: number): string {
  const time = latest([wholeSecond(nowMs), ...claims.map(({ batch }) => batch.signed_at)]);
  if (time > wholeSecond(nowMs + CLOCK_SKEW_MS))
    throw new VerificationError("wrong_time", "A batch is dated in the future");
  return time;
}
