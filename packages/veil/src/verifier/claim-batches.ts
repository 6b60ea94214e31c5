import type { ClaimBatch, ClaimComponent, SignedClaim } from "@veil/contracts/claims";
import { canonicalJson, createMerkle, type JsonValue } from "@veil/crypto/portable";
import { batchBytes, claimBytes } from "../claims/claim-bytes.ts";
import { fromHex, toHex } from "../hex.ts";
import type { Require } from "./steps.ts";
import type { VerifierCrypto } from "./verifier-crypto.ts";

/** Batches whose signature was verified before, by a name that stands for all of their bytes and the public key. */
export interface KnownBatches {
  has(name: string): boolean;
  add(name: string): void;
}

/** Raw, 32 bytes, from a trusted source; undefined: the component has no such claim key. */
export type ClaimKey = (component: ClaimComponent, keyId: string) => Uint8Array | undefined;

export interface BatchOptions {
  readonly crypto: VerifierCrypto;
  readonly claimKey: ClaimKey;
  readonly knownBatches?: KnownBatches | undefined;
}

/** The claim is a leaf of the batch, and the batch is of the claim's component. */
export function requireInBatch(
  { claim, batch, index, path }: SignedClaim,
  { sha256 }: VerifierCrypto,
  require: Require,
): void {
  const { merkleLeafHash, verifyInclusion } = createMerkle(sha256);
  require(batch.component === claim.component, "a claim stands in another component's batch");
  const included = verifyInclusion({
    ...{ index, size: batch.size, leafHash: merkleLeafHash(claimBytes(claim)) },
    ...{ path: path.map(fromHex), root: fromHex(batch.root) },
  });
  require(included, "a claim is not in its batch");
}

export function requireBatchSignature(
  batch: ClaimBatch,
  { crypto, claimKey, knownBatches }: BatchOptions,
  require: Require,
): void {
  const publicKey = claimKey(batch.component, batch.key_id) ?? new Uint8Array(0);
  require(publicKey.length > 0, "a batch names a key that is not listed");
  const name = knownBatches && nameOf(batch, publicKey);
  if (name !== undefined && knownBatches?.has(name)) return;
  const signed = crypto.verifyEd25519(publicKey, batchBytes(batch), fromHex(batch.signature));
  require(signed, "the signature of a batch is wrong");
  if (name !== undefined) knownBatches?.add(name);
}

/** All that the signature covers, the signature, and the key. */
function nameOf(batch: ClaimBatch, publicKey: Uint8Array): string {
  return `${toHex(publicKey)} ${canonicalJson(batch as unknown as JsonValue)}`;
}

/** Whole seconds in UTC compare as text. */
export function requireTimes(
  { claim, batch }: SignedClaim,
  issuedAt: string,
  require: Require,
): void {
  require(claim.at <= batch.signed_at, "a batch is older than its claim");
  require(batch.signed_at <= issuedAt, "a batch is younger than the certificate");
}
