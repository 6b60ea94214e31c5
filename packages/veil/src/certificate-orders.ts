import {
  CERTIFICATE_PROTOCOL_VERSION,
  CERTIFICATE_TYPE,
  type CertificateIssuer,
  type CertificateOrder,
  type CertificateOrders,
  type CertificateResults,
  type CertificateSignable,
  type IssuedCertificate,
} from "@veil/contracts/certificate";
import type { ClaimBatch } from "@veil/contracts/claims";
import { ApiError } from "@veil/contracts/errors";

/** Packs orders into a request that contains each batch only once. */
export function packOrders(orders: readonly CertificateOrder[]): CertificateOrders {
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
export function unpackOrders({ batches, orders }: CertificateOrders): CertificateOrder[] {
  return orders.map(({ claims, ...facts }) => ({
    ...facts,
    claims: claims.map(({ batch: place, ...claim }) => {
      const batch = batches[place];
      if (batch === undefined) throw new ApiError("invalid_field", "There is no such batch");
      return { ...claim, batch };
    }),
  }));
}

/**
 * Returns the part of a certificate that its signature covers. Signer and gateway both assemble it
 * from the order.
 */
export function signableOf(
  order: CertificateOrder,
  issuer: CertificateIssuer,
  issuedAt: string,
): CertificateSignable {
  return {
    ...{ type: CERTIFICATE_TYPE, protocol_version: CERTIFICATE_PROTOCOL_VERSION },
    ...{ issued_at: issuedAt, ...issuer, ...order },
  };
}

/** A certificate, and the hash that the log will contain. */
export interface HashedCertificate {
  readonly certificate: IssuedCertificate;
  readonly sha256: string;
}

/**
 * Returns one certificate or refusal per order, in the same order.
 * @throws TypeError for a wrong number of results
 */
export function issuedCertificates(
  orders: readonly CertificateOrder[],
  { issuer, results }: CertificateResults,
): readonly (HashedCertificate | { readonly refused: string })[] {
  if (results.length !== orders.length)
    throw new TypeError("The signer returned a wrong number of results");
  return orders.map((order, at) => {
    const result = results[at];
    if (result === undefined || "refused" in result) return { refused: result?.refused ?? "" };
    const { issued_at, certificate_sha256: sha256, ...signatures } = result;
    return {
      certificate: { signable: signableOf(order, issuer, issued_at), ...signatures },
      sha256,
    };
  });
}
