import type { CertificateSignable, CertificateSignature } from "@veil/contracts/certificate";
import type { CertificateIssuer, CertificateResults } from "@veil/contracts/certificate-orders";
import type { ClaimBatch } from "@veil/contracts/claims";
import type { Clock } from "@veil/contracts/clock";
import type { SignedManifest } from "@veil/contracts/signer";
import {
  type CanonicalTexts,
  merkleRoot,
  type PinnedKey,
  type ServiceKeys,
  sha256,
  signEd25519,
  VerificationError,
} from "@veil/crypto";
import {
  createNodeCrypto,
  manifestHash,
  rememberSignatures,
  type SaltedOrder,
  signableOf,
} from "@veil/veil";
import { latest, wholeSecond } from "@veil/veil/claims";
import {
  certificateBatchBytes,
  certificateSummary,
  certifiedLeaf,
  signableBytes,
  summaryBytes,
  verifyClaims,
} from "@veil/veil/verifier";
import { createClaimKeys } from "./claim-keys.ts";

interface SignerOptions {
  readonly keys: ServiceKeys;
  /** The pinned keys of all services. */
  readonly trusted: readonly PinnedKey[];
  readonly manifest: () => SignedManifest;
  readonly environment: CertificateSignable["environment"];
  readonly nowMs: Clock;
}

/** Signs what the claims of the orders prove, with one signature for all. */
export type CertificateSigner = (orders: readonly SaltedOrder[]) => CertificateResults;

/** How far a component's clock may be ahead of this one. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Creates a signer. It refuses an order whose claims do not prove it with the code of the
 * verification step that failed, and signs the others.
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

  function leavesOf({ salts, ...order }: SaltedOrder, issuedAt: string): Leaves {
    requireValidAt(order, issuedAt);
    verifyClaims(order, { ...verifying, issuedAt });
    const signable = signableOf(order, issuer(), issuedAt);
    const leaf = certifiedLeaf(salts.certificate, signableBytes(signable, texts), sha256);
    const summary = certificateSummary(signable, toHex(leaf));
    return { leaf, summary: certifiedLeaf(salts.summary, summaryBytes(summary), sha256) };
  }

  function signatureOf(leaves: readonly Uint8Array[]): CertificateSignature {
    const batch = { size: leaves.length, root: toHex(merkleRoot(leaves)) };
    const signature = signEd25519(key, certificateBatchBytes(batch)).toString("hex");
    return { key_id, algorithm: "Ed25519", signature };
  }

  return (orders) => {
    const now = nowMs();
    const timely = orders.map((order) => orRefused(() => requireTimely(order, now)));
    const issuedAt = latest([wholeSecond(now), ...timely.flatMap(timesOf)]);
    const results = timely.map((order) =>
      "refused" in order ? order : orRefused(() => leavesOf(order, issuedAt)),
    );
    const leaves = results.flatMap((result) =>
      "refused" in result ? [] : [result.leaf, result.summary],
    );
    return {
      issuer: issuer(),
      signed: leaves.length === 0 ? null : { issued_at: issuedAt, signature: signatureOf(leaves) },
      results: results.map((result) =>
        "refused" in result
          ? result
          : { certificate: toHex(result.leaf), summary: toHex(result.summary) },
      ),
    };
  };
}

/** The leaf hashes of a certificate and of its summary. */
interface Leaves {
  readonly leaf: Uint8Array;
  readonly summary: Uint8Array;
}

interface Refused {
  readonly refused: string;
}

function orRefused<T>(work: () => T): T | Refused {
  try {
    return work();
  } catch (error) {
    if (error instanceof VerificationError) return { refused: error.code };
    throw error;
  }
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

/** @throws VerificationError when a batch of claims is dated in the future */
function requireTimely(order: SaltedOrder, nowMs: number): SaltedOrder {
  const limit = wholeSecond(nowMs + CLOCK_SKEW_MS);
  if (order.claims.some(({ batch }) => batch.signed_at > limit))
    throw new VerificationError("wrong_time", "A batch is dated in the future");
  return order;
}

/** Returns the times before which no certificate of the order may be issued. */
function timesOf(order: SaltedOrder | Refused): readonly string[] {
  return "refused" in order ? [] : order.claims.map(({ batch }) => batch.signed_at);
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
