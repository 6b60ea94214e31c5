import { CertificateSignature } from "@veil/contracts/certificate";
import { CertificateIssuer } from "@veil/contracts/certificate-orders";
import { ClaimBatch, type SignedClaim, WholeSecond } from "@veil/contracts/claims";
import { checkedJson } from "@veil/contracts/parsing";
import { inclusionPaths, sha256Hex } from "@veil/crypto";
import { type CertificateBatch, placeIn } from "@veil/veil";
import { loggedBatchBytes } from "@veil/veil/verifier";
import { type Static, Type } from "typebox";
import type { CertificateRecord } from "./pending-certificate.ts";

/** Hashes of 32 bytes, joined, in base64. */
const Hashes = Type.String();

/**
 * What signs the certificates of a batch. It contains no data of a call: leaves of certificates are
 * salted, and claims contain only commitments.
 */
export const StoredBatch = Type.Object({
  issuer: CertificateIssuer,
  issued_at: WholeSecond,
  signature: CertificateSignature,
  leaves: Hashes,
  /** The batches of claims, at most one for each component. */
  claims: Type.Array(Type.Object({ batch: ClaimBatch, leaves: Hashes })),
});
export type StoredBatch = Static<typeof StoredBatch>;

/** The claims of one component that were signed together. */
export interface SignedClaims {
  readonly batch: ClaimBatch;
  /** The leaf hashes in the order of the batch. */
  readonly leaves: readonly Uint8Array[];
}

const parse = checkedJson(StoredBatch);

/** @throws Error unless `signed` contains a batch */
export function readBatch(signed: Uint8Array): StoredBatch {
  return parse(Buffer.from(signed).toString());
}

export function storedBatch(
  { issuer, issuedAt, signature, leaves }: CertificateBatch,
  claims: readonly SignedClaims[],
): StoredBatch {
  return {
    ...{ issuer, issued_at: issuedAt, signature },
    leaves: joined(leaves.map((hash) => Buffer.from(hash, "hex"))),
    claims: claims.map((own) => ({ batch: own.batch, leaves: joined(own.leaves) })),
  };
}

export function opened({ issuer, issued_at, signature, leaves }: StoredBatch): CertificateBatch {
  return { issuer, issuedAt: issued_at, signature, leaves: hashesOf(leaves).map(hexOf) };
}

/** Returns the hash that the log contains for a batch. */
export function batchHash({ leaves, signature }: Pick<CertificateBatch, "leaves" | "signature">) {
  const { size, root } = placeIn({ leaves }, 0, "");
  return sha256Hex(loggedBatchBytes({ size, root }, signature));
}

/**
 * Returns the signed claims of a call.
 * @param indexes - of each claim in the batch of its component
 * @throws TypeError when the batch has no claims of a component
 */
export function signedClaims(
  { claims }: Pick<CertificateRecord, "claims">,
  batches: readonly SignedClaims[],
  indexes: readonly number[],
): SignedClaim[] {
  return claims.map(({ claim }, at) => {
    const own = batches.find(({ batch }) => batch.component === claim.component);
    const index = indexes[at];
    if (own === undefined || index === undefined)
      throw new TypeError("A claim of the call is not signed");
    return { claim, batch: own.batch, index, path: [...(pathsIn(own)[index] ?? [])] };
  });
}

/** The paths of all leaves, so that each node of a tree is hashed once. */
const knownPaths = new WeakMap<SignedClaims, readonly (readonly string[])[]>();

function pathsIn(signed: SignedClaims): readonly (readonly string[])[] {
  const known = knownPaths.get(signed);
  if (known !== undefined) return known;
  const paths = inclusionPaths(signed.leaves).map((path) => path.map(hexOf));
  knownPaths.set(signed, paths);
  return paths;
}

export function claimsIn({ claims }: StoredBatch): readonly SignedClaims[] {
  return claims.map(({ batch, leaves }) => ({ batch, leaves: hashesOf(leaves) }));
}

const HASH_BYTES = 32;

function hashesOf(joinedHashes: string): readonly Buffer[] {
  const bytes = Buffer.from(joinedHashes, "base64");
  const count = Math.floor(bytes.length / HASH_BYTES);
  return Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString("hex");
}

function joined(hashes: readonly Uint8Array[]): string {
  return Buffer.concat(hashes).toString("base64");
}
