import {
  type CertificateOrder,
  CertificateResults,
  MAX_ORDERS_A_BATCH,
} from "@veil/contracts/certificate";
import {
  type AuthenticatedClaim,
  type Claim,
  MAX_CLAIMS_A_BATCH,
  type SignClaimsResponse,
  SignClaimsResponse as SignClaimsSchema,
  type SignedClaim,
} from "@veil/contracts/claims";
import { checked } from "@veil/contracts/parsing";
import type { ServiceClient } from "@veil/service-kit/http";
import { issuedCertificates, packOrders } from "@veil/veil";
import type { ClaimSigner } from "@veil/veil/claims";
import type { CertificateSigning, ClaimSigning, SignedOrRefused } from "../ports.ts";

const parseResults = checked(CertificateResults);
const CERTIFICATES_TIMEOUT_MS = 20_000;

export function createHttpCertificateSigning(client: ServiceClient): CertificateSigning {
  async function signBatch(orders: readonly CertificateOrder[]) {
    const body = packOrders(orders);
    const request = {
      path: "/certificates",
      timeoutMs: CERTIFICATES_TIMEOUT_MS,
      body,
      parse: parseResults,
    };
    return issuedCertificates(orders, await client.call(request));
  }

  return {
    async sign(orders) {
      const batches = weighedBatches(orders, {
        weightOf: ({ claims }) => itemsIn(claims),
        maxWeight: MAX_ITEMS_A_REQUEST,
        maxCount: MAX_ORDERS_A_BATCH,
      });
      const results: SignedOrRefused[] = [];
      for (const batch of batches) results.push(...(await signBatch(batch)));
      return results;
    },
  };
}

const parseClaims = checked(SignClaimsSchema);
const CLAIMS_TIMEOUT_MS = 10_000;

/** Creates the client through which a component in another process signs its own claims. */
export function createHttpClaimSigning(client: ServiceClient): ClaimSigning {
  return inBatches(async (claims) => {
    const request = {
      path: "/claims/sign",
      timeoutMs: CLAIMS_TIMEOUT_MS,
      body: { claims },
      parse: parseClaims,
    };
    return await client.call(request);
  });
}

/** Creates the adapter with which the gateway signs its own claims. */
export function createOwnClaimSigning(sign: ClaimSigner): ClaimSigning {
  return inBatches(async (claims) => sign(claims));
}

type SignBatch = (claims: readonly AuthenticatedClaim[]) => Promise<SignClaimsResponse>;

function inBatches(signBatch: SignBatch): ClaimSigning {
  return {
    async sign(claims) {
      const batches = weighedBatches(claims, {
        weightOf: (claim) => itemsIn([claim]),
        maxWeight: MAX_ITEMS_A_REQUEST,
        maxCount: MAX_CLAIMS_A_BATCH,
      });
      const signed: (SignedClaim | undefined)[] = [];
      for (const batch of batches) signed.push(...signedClaims(batch, await signBatch(batch)));
      return signed;
    },
  };
}

function signedClaims(
  claims: readonly AuthenticatedClaim[],
  { batch, positions }: SignClaimsResponse,
): readonly (SignedClaim | undefined)[] {
  return claims.map(({ claim }, at) => {
    const position = positions[at];
    if (batch === null || position === null || position === undefined) return undefined;
    return { claim, batch, ...position };
  });
}

/** The maximum number of claim items in one request, about a megabyte of JSON. */
const MAX_ITEMS_A_REQUEST = 5_000;

function itemsIn(claims: readonly { readonly claim: Claim }[]): number {
  return claims.reduce(
    (sum, { claim }) => sum + 1 + claim.received.length + claim.emitted.length,
    0,
  );
}

interface Weighed<T> {
  readonly weightOf: (value: T) => number;
  /** The maximum weight of a batch. A value that is heavier gets a separate batch. */
  readonly maxWeight: number;
  readonly maxCount: number;
}

/** Splits `values` into consecutive batches that are each within the limits. */
export function weighedBatches<T>(
  values: readonly T[],
  { weightOf, maxWeight, maxCount }: Weighed<T>,
): T[][] {
  const batches: T[][] = [];
  let weight = 0;
  for (const value of values) {
    const last = batches.at(-1);
    weight += weightOf(value);
    if (last !== undefined && last.length < maxCount && weight <= maxWeight) {
      last.push(value);
      continue;
    }
    batches.push([value]);
    weight = weightOf(value);
  }
  return batches;
}
