import {
  type BatchPlace,
  CERTIFICATE_TYPES,
  CERTIFICATE_VERSION,
  type CertificateOrder,
  type CertificateSignable,
  type CertificateSignature,
  type SignedCertificate,
} from "@veil/contracts/certificate";
import type {
  CertificateIssuer,
  CertificateOrders,
  CertificateResults,
  CertificateSalts,
} from "@veil/contracts/certificate-orders";
import type { SignedSummary } from "@veil/contracts/certificate-summary";
import type { ClaimBatch } from "@veil/contracts/claims";
import { ApiError } from "@veil/contracts/errors";
import { inclusionPath, merkleRoot } from "@veil/crypto";
import { fromHex, toHex } from "./hex.ts";
import { certificateSummary } from "./verifier/index.ts";

/** An order with the salts of its two leaves. */
export interface SaltedOrder extends CertificateOrder {
  readonly salts: CertificateSalts;
}

/** Packs orders into a request that contains each batch of claims only once. */
export function packOrders(orders: readonly SaltedOrder[]): CertificateOrders {
  const places = new Map<ClaimBatch, number>();
  const placeOf = (batch: ClaimBatch) => {
    const place = places.get(batch) ?? places.size;
    places.set(batch, place);
    return place;
  };
  const packed = orders.map(({ claims, ...facts }) => ({
    ...facts,
    claims: claims.map(({ batch, ...claim }) => ({ ...claim, batch: placeOf(batch) })),
  }));
  return { batches: [...places.keys()], orders: packed };
}

/**
 * Unpacks the orders of a request. Claims of the same batch share one batch object.
 * @throws ApiError `invalid_field` for a batch that is not in the list
 */
export function unpackOrders({ batches, orders }: CertificateOrders): SaltedOrder[] {
  return orders.map(({ claims, ...facts }) => ({
    ...facts,
    claims: claims.map(({ batch: place, ...claim }) => {
      const batch = batches[place];
      if (batch === undefined) throw new ApiError("invalid_field", "There is no such batch");
      return { ...claim, batch };
    }),
  }));
}

/** Returns the content of a certificate. Signer and gateway both assemble it from the order. */
export function signableOf(
  order: CertificateOrder,
  issuer: CertificateIssuer,
  issuedAt: string,
): CertificateSignable {
  return {
    ...{ type: CERTIFICATE_TYPES[CERTIFICATE_VERSION], protocol_version: CERTIFICATE_VERSION },
    ...{ issued_at: issuedAt },
    ...{ ...issuer, ...order },
  };
}

/** What the signer added to the orders of one request. */
export interface CertificateBatch {
  readonly issuer: CertificateIssuer;
  readonly issuedAt: string;
  readonly signature: CertificateSignature;
  /** The hashes of all leaves, in hexadecimal: of each certificate, followed by its summary. */
  readonly leaves: readonly string[];
}

/** `batch` is undefined if the signer refused every order. */
export interface SignedOrders {
  readonly batch: CertificateBatch | undefined;
  /** For each order, the index of its certificate's leaf, or why it was refused. */
  readonly results: readonly (number | { readonly refused: string })[];
}

/** Reads the signer's response. @throws TypeError for a wrong number of results */
export function signedOrders(
  orders: readonly SaltedOrder[],
  { issuer, signed, results }: CertificateResults,
): SignedOrders {
  if (results.length !== orders.length)
    throw new TypeError("The signer returned a wrong number of results");
  const leaves: string[] = [];
  const placed = results.map((result) => {
    if ("refused" in result) return result;
    return leaves.push(result.certificate, result.summary) - 2;
  });
  if ((signed === null) !== (leaves.length === 0))
    throw new TypeError("The signer signed nothing, or an empty batch");
  const batch = signed && {
    ...{ issuer, issuedAt: signed.issued_at, signature: signed.signature, leaves },
  };
  return { batch: batch ?? undefined, results: placed };
}

/**
 * Assembles a certificate of a batch, and its signed summary.
 * @param index - of the certificate's leaf
 * @throws RangeError when there is no such leaf
 */
export function certificateOf(
  { salts, ...order }: SaltedOrder,
  batch: CertificateBatch,
  index: number,
): { readonly certificate: SignedCertificate; readonly summary: SignedSummary } {
  const { issuer, issuedAt, signature, leaves } = batch;
  const signable = signableOf(order, issuer, issuedAt);
  const summary = certificateSummary(signable, leaves[index] ?? "");
  return {
    certificate: { signable, place: placeIn(batch, index, salts.certificate), signature },
    summary: { summary, place: placeIn(batch, index + 1, salts.summary), signature },
  };
}

/** Returns the place of a leaf. @throws RangeError when there is no such leaf */
export function placeIn(
  { leaves }: Pick<CertificateBatch, "leaves">,
  index: number,
  salt: string,
): BatchPlace {
  const hashes = leaves.map(fromHex);
  return {
    ...{ salt, size: hashes.length, root: toHex(merkleRoot(hashes)), index },
    path: inclusionPath(hashes, index).map(toHex),
  };
}
