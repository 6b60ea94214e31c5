import type { Claim } from "@veil/contracts/claims";

/** Items of claims in one request: about a megabyte of JSON. */
export const MAX_ITEMS_A_REQUEST = 5_000;

export function itemsIn(claims: readonly { readonly claim: Claim }[]): number {
  return claims.reduce(
    (sum, { claim }) => sum + 1 + claim.received.length + claim.emitted.length,
    0,
  );
}
