import type {
  AuthenticatedClaim,
  ClaimBatch,
  ClaimComponent,
  ClaimLeaf,
  SignClaimsRequest,
  SignClaimsResponse,
  SignLeavesResponse,
} from "@veil/contracts/claims";
import type { Clock } from "@veil/contracts/clock";
import {
  constantTimeEqual,
  hmacSha256,
  inclusionPaths,
  merkleLeafHash,
  merkleRoot,
  type ServiceKeys,
  signEd25519,
} from "@veil/crypto";
import { batchBytes, claimBytes, latest, wholeSecond } from "./claim-bytes.ts";
import { claimMacKeys, leafMac, wholeClaimMacKeys } from "./claim-maker.ts";

interface SignerOptions {
  readonly component: ClaimComponent;
  readonly keys: ServiceKeys;
  readonly nowMs: Clock;
}

/** Signs one root over the claims that this component made. It omits claims whose MAC is wrong. */
export interface ClaimSigner {
  leaves(leaves: readonly ClaimLeaf[]): SignLeavesResponse;
  /** Signs whole claims, which gateways of the previous version send. */
  claims(claims: readonly AuthenticatedClaim[]): SignClaimsResponse;
}

/** Returns the response to `POST /claims/sign`. */
export function answerSigning(
  signer: ClaimSigner,
  request: SignClaimsRequest,
): SignLeavesResponse | SignClaimsResponse {
  return "leaves" in request ? signer.leaves(request.leaves) : signer.claims(request.claims);
}

/**
 * Creates a signer. It also signs claims of other replicas, because all replicas have the same
 * keys.
 */
export function createClaimSigner({ component, keys, nowMs }: SignerOptions): ClaimSigner {
  const macKeys = claimMacKeys(keys);
  const wholeMacKeys = wholeClaimMacKeys(keys);
  const { keyId, key } = keys.signing("claim");

  function isOwn({ hash, at, mac }: ClaimLeaf): boolean {
    const leaf = Buffer.from(hash, "hex");
    return macKeys.some((macKey) => areEqual(mac, leafMac(macKey, leaf, at)));
  }

  function isOwnClaim({ mac }: AuthenticatedClaim, bytes: Uint8Array): boolean {
    return wholeMacKeys.some((macKey) => areEqual(mac, hmacSha256(macKey, bytes).toString("hex")));
  }

  /**
   * Signs a batch. Its time must not be before its claims. The clock of another replica that made a
   * claim may be ahead.
   */
  function signed(leaves: readonly ClaimLeaf[]): ClaimBatch | null {
    if (leaves.length === 0) return null;
    const root = merkleRoot(leaves.map(({ hash }) => Buffer.from(hash, "hex")));
    const unsigned = {
      ...{ type: "veil/claim-batch/v1" as const, component, key_id: keyId },
      signed_at: latest([wholeSecond(nowMs()), ...leaves.map(({ at }) => at)]),
      ...{ size: leaves.length, root: hex(root), signature: "" },
    };
    return { ...unsigned, signature: hex(signEd25519(key, batchBytes(unsigned))) };
  }

  function leafOf(authenticated: AuthenticatedClaim): ClaimLeaf | undefined {
    const { claim, mac } = authenticated;
    const bytes = claimBytes(claim);
    const leaf = { hash: hex(merkleLeafHash(bytes)), at: claim.at, mac };
    const isMade = isOwn(leaf) || isOwnClaim(authenticated, bytes);
    return claim.component === component && isMade ? leaf : undefined;
  }

  return {
    leaves(leaves) {
      const own = leaves.map(isOwn);
      return { batch: signed(leaves.filter((_, at) => own[at])), indexes: indexesOf(own) };
    },
    claims(claims) {
      const leaves = claims.map(leafOf);
      const own = leaves.filter((leaf) => leaf !== undefined);
      const paths = inclusionPaths(own.map(({ hash }) => Buffer.from(hash, "hex")));
      const indexes = indexesOf(leaves.map((leaf) => leaf !== undefined));
      const positions = indexes.map((index) =>
        index === null ? null : { index, path: (paths[index] ?? []).map(hex) },
      );
      return { batch: signed(own), positions };
    },
  };
}

/** Numbers the accepted claims. */
function indexesOf(own: readonly boolean[]): (number | null)[] {
  let next = 0;
  return own.map((isOwn) => (isOwn ? next++ : null));
}

function areEqual(left: string, right: string): boolean {
  return constantTimeEqual(Buffer.from(left, "hex"), Buffer.from(right, "hex"));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
