import type { ClaimBatch, ClaimComponent, SignedClaim } from "@veil/contracts/claims";
import { type CanonicalTexts, createMerkle } from "@veil/crypto/portable";
import { batchBytes, claimBytes } from "../claims/claim-bytes.ts";
import { fromHex } from "../hex.ts";
import type { Require } from "./steps.ts";
import type { VerifierCrypto } from "./verifier-crypto.ts";

/**
 * Returns the raw claim key (32 bytes) of a component from a trusted source, or undefined if the
 * component has no key with this id.
 */
export type ClaimKey = (component: ClaimComponent, keyId: string) => Uint8Array | undefined;

export interface BatchOptions {
  readonly crypto: VerifierCrypto;
  readonly claimKey: ClaimKey;
  /**
   * Remembered canonical texts of claims and batches, so that each is serialized only once. The
   * objects must not change any more.
   */
  readonly texts?: CanonicalTexts | undefined;
  /** Batches whose signature was already verified with these keys. */
  readonly verified?: WeakSet<ClaimBatch> | undefined;
}

/** Requires that the claim is a leaf of the batch, and that the batch is of the same component. */
export function requireInBatch(
  { claim, batch, index, path }: SignedClaim,
  { crypto: { sha256 }, texts }: Pick<BatchOptions, "crypto" | "texts">,
  require: Require,
): void {
  const { merkleLeafHash, verifyInclusion } = createMerkle(sha256);
  require(batch.component === claim.component, "a claim stands in another component's batch");
  const included = verifyInclusion({
    ...{ index, size: batch.size, leafHash: merkleLeafHash(claimBytes(claim, texts)) },
    ...{ path: path.map(fromHex), root: fromHex(batch.root) },
  });
  require(included, "a claim is not in its batch");
}

export function requireBatchSignature(
  batch: ClaimBatch,
  { crypto, claimKey, verified }: BatchOptions,
  require: Require,
): void {
  if (verified?.has(batch) === true) return;
  const publicKey = claimKey(batch.component, batch.key_id) ?? new Uint8Array(0);
  require(publicKey.length > 0, "a batch names a key that is not listed");
  const signed = crypto.verifyEd25519(publicKey, batchBytes(batch), fromHex(batch.signature));
  require(signed, "the signature of a batch is wrong");
  verified?.add(batch);
}

/**
 * Requires that claim, batch and certificate are in chronological order. Times in UTC and whole
 * seconds can be compared as strings.
 */
export function requireTimes(
  { claim, batch }: SignedClaim,
  issuedAt: string,
  require: Require,
): void {
  require(claim.at <= batch.signed_at, "a batch is older than its claim");
  require(batch.signed_at <= issuedAt, "a batch is younger than the certificate");
}
