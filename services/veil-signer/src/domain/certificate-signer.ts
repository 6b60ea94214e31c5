import type {
  CertificateIssuer,
  CertificateOrder,
  CertificateSignable,
  CertificateSignature,
  SignedOrder,
} from "@veil/contracts/certificate";
import type { ClaimBatch } from "@veil/contracts/claims";
import type { Clock } from "@veil/contracts/clock";
import type { SignedManifest } from "@veil/contracts/signer";
import {
  type CanonicalTexts,
  type PinnedKey,
  type ServiceKeys,
  sha256,
  signEd25519,
  VerificationError,
} from "@veil/crypto";
import { createNodeCrypto, manifestHash, rememberSignatures, signableOf } from "@veil/veil";
import { latest, wholeSecond } from "@veil/veil/claims";
import { certificateSummary, signableBytes, summaryBytes, verifyClaims } from "@veil/veil/verifier";
import { createClaimKeys } from "./claim-keys.ts";

interface SignerOptions {
  readonly keys: ServiceKeys;
  /** The pinned keys of all services. */
  readonly trusted: readonly PinnedKey[];
  readonly manifest: () => SignedManifest;
  readonly environment: CertificateSignable["environment"];
  readonly nowMs: Clock;
}

export interface CertificateSigner {
  /** Returns the issuer that every certificate names. */
  issuer(): CertificateIssuer;
  sign(order: CertificateOrder): SignedOrder | { readonly refused: string };
}

/** How far a component's clock may be ahead of this one. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Creates a signer that signs an order if its claims prove it. Otherwise the signer refuses the
 * order with the code of the verification step that failed.
 */
export function createCertificateSigner(options: SignerOptions): CertificateSigner {
  const { keys, trusted, environment, nowMs } = options;
  const { keyId: key_id, key } = keys.signing("certificate");
  const { claimKey, requireValidAt } = createClaimKeys(trusted);
  // Up to 256 certificates have claims from the same batch. Within a request they share the parsed
  // batch, which never changes, so these caches are safe.
  const texts: CanonicalTexts = new WeakMap();
  const crypto = rememberSignatures(createNodeCrypto());
  const verifying = { crypto, claimKey, texts, verified: new WeakSet<ClaimBatch>() };

  const issuer = described(options.manifest, environment);

  function signatureOf(bytes: Uint8Array): CertificateSignature {
    return { key_id, algorithm: "Ed25519", signature: signEd25519(key, bytes).toString("hex") };
  }

  function signed(signable: CertificateSignable): SignedOrder {
    const signature = signatureOf(signableBytes(signable, texts));
    const summary = certificateSummary({ signable, signature }, sha256, texts);
    return {
      ...{ issued_at: signable.issued_at, signature },
      summary_signature: signatureOf(summaryBytes(summary)),
      certificate_sha256: summary.certificate_sha256,
    };
  }

  function signOrRefuse(order: CertificateOrder): ReturnType<CertificateSigner["sign"]> {
    try {
      const issuedAt = timeOf(order, nowMs());
      requireValidAt(order, issuedAt);
      verifyClaims(order, { ...verifying, issuedAt });
      return signed(signableOf(order, issuer(), issuedAt));
    } catch (error) {
      if (error instanceof VerificationError) return { refused: error.code };
      throw error;
    }
  }

  return { issuer, sign: signOrRefuse };
}

/**
 * Returns a function that describes the issuer. It computes the manifest's hash once, because the
 * manifest stays the same while the process runs.
 */
function described(
  manifest: () => SignedManifest,
  environment: CertificateIssuer["environment"],
): () => CertificateIssuer {
  let known: CertificateIssuer | undefined;
  return () => {
    if (known !== undefined) return known;
    const current = manifest();
    const { issuer, version } = current;
    known = { issuer, environment, manifest: { version, sha256: manifestHash(current) } };
    return known;
  };
}

/**
 * Returns the time of issue: now, or the date of the latest batch, if another component's clock is
 * ahead.
 * @throws VerificationError
 */
function timeOf({ claims }: CertificateOrder, nowMs: number): string {
  const time = latest([wholeSecond(nowMs), ...claims.map(({ batch }) => batch.signed_at)]);
  if (time > wholeSecond(nowMs + CLOCK_SKEW_MS))
    throw new VerificationError("wrong_time", "A batch is dated in the future");
  return time;
}
