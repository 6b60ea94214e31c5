import {
  type AuthenticatedClaim,
  MAX_CLAIMS_A_BATCH,
  type SignClaimsResponse,
  SignClaimsResponse as SignClaimsSchema,
  type SignedClaim,
} from "@veil/contracts/claims";
import { checked } from "@veil/contracts/parsing";
import type { ServiceClient } from "@veil/service-kit/http";
import type { ClaimSigner } from "@veil/veil/claims";
import { itemsIn, MAX_ITEMS_A_REQUEST } from "../domain/claim-weight.ts";
import { weighedBatches } from "../domain/weighed-batches.ts";
import type { ClaimSigning } from "../ports.ts";

const parse = checked(SignClaimsSchema);
const TIMEOUT_MS = 10_000;

/** Has a component in another process sign its claims. */
export function createHttpClaimSigning(client: ServiceClient): ClaimSigning {
  return inBatches(async (claims) => {
    const request = { path: "/claims/sign", timeoutMs: TIMEOUT_MS, body: { claims }, parse };
    return await client.call(request);
  });
}

/** Has the gateway itself sign its claims. */
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
