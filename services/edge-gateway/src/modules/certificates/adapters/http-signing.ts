import { CertificateResults } from "@veil/contracts/certificate-orders";
import {
  type AuthenticatedClaim,
  type ClaimBatch,
  type ClaimLeaf,
  SignClaimsResponse,
  SignLeavesResponse,
} from "@veil/contracts/claims";
import { checked } from "@veil/contracts/parsing";
import type { ServiceClient } from "@veil/service-kit/http";
import { packOrders, signedOrders } from "@veil/veil";
import { type ClaimSigner, claimLeaf } from "@veil/veil/claims";
import type { CertificateSigning, ClaimSigning } from "../ports.ts";

const parseResults = checked(CertificateResults);
const CERTIFICATES_TIMEOUT_MS = 20_000;

export function createHttpCertificateSigning(client: ServiceClient): CertificateSigning {
  return {
    async sign(orders) {
      const request = {
        path: "/certificates",
        timeoutMs: CERTIFICATES_TIMEOUT_MS,
        body: packOrders(orders),
        parse: parseResults,
      };
      return signedOrders(orders, await client.call(request));
    },
  };
}

const parseLeaves = checked(SignLeavesResponse);
const parseClaims = checked(SignClaimsResponse);
const CLAIMS = { path: "/claims/sign", timeoutMs: 10_000 } as const;

/** Creates the client through which a component in another process signs its own claims. */
export function createHttpClaimSigning(client: ServiceClient): ClaimSigning {
  return claimSigning({
    leaves: (leaves) => client.call({ ...CLAIMS, body: { leaves }, parse: parseLeaves }),
    claims: (claims) => client.call({ ...CLAIMS, body: { claims }, parse: parseClaims }),
  });
}

/** Creates the adapter with which the gateway signs its own claims. */
export function createOwnClaimSigning(signer: ClaimSigner): ClaimSigning {
  return claimSigning({
    leaves: async (leaves) => signer.leaves(leaves),
    claims: async (claims) => signer.claims(claims),
  });
}

interface SigningComponent {
  leaves(leaves: readonly ClaimLeaf[]): Promise<SignLeavesResponse>;
  claims(claims: readonly AuthenticatedClaim[]): Promise<SignClaimsResponse>;
}

/**
 * Has claims signed by their hashes. During an upgrade, components of the previous version still
 * make MACs over whole claims, which cannot be checked by hashes.
 */
function claimSigning(component: SigningComponent): ClaimSigning {
  return {
    async sign(claims) {
      const leaves = claims.map(leafOf);
      const signed = await component.leaves(leaves.map(({ bytes: _, ...leaf }) => leaf));
      if (!signed.indexes.includes(null)) return signedBy(leaves, signed);
      const { batch, positions } = await component.claims(claims);
      return signedBy(leaves, { batch, indexes: positions.map((one) => one?.index ?? null) });
    },
  };
}

function leafOf({ claim, mac }: AuthenticatedClaim) {
  const bytes = claimLeaf(claim);
  return { bytes, hash: Buffer.from(bytes).toString("hex"), at: claim.at, mac };
}

function signedBy(
  given: readonly ReturnType<typeof leafOf>[],
  {
    batch,
    indexes,
  }: { readonly batch: ClaimBatch | null; readonly indexes: readonly (number | null)[] },
): Awaited<ReturnType<ClaimSigning["sign"]>> {
  const leaves = given.flatMap(({ bytes }, at) => (typeof indexes[at] === "number" ? [bytes] : []));
  return {
    signed: batch === null ? undefined : { batch, leaves },
    indexes: given.map((_, at) => indexes[at] ?? undefined),
  };
}
