import type {
  AuthenticatedClaim,
  ClaimBatch,
  ClaimComponent,
  SignClaimsResponse,
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
import { claimMacKeys } from "./claim-maker.ts";

interface SignerOptions {
  readonly component: ClaimComponent;
  readonly keys: ServiceKeys;
  readonly nowMs: Clock;
}

/** Signs one root over the claims that this component made. It omits claims whose MAC is wrong. */
export type ClaimSigner = (claims: readonly AuthenticatedClaim[]) => SignClaimsResponse;

/**
 * Creates a signer. It also signs claims of other replicas, because all replicas have the same
 * keys.
 */
export function createClaimSigner({ component, keys, nowMs }: SignerOptions): ClaimSigner {
  const macKeys = claimMacKeys(keys);
  const { keyId, key } = keys.signing("claim");

  function isOwn({ claim, mac }: AuthenticatedClaim, bytes: Uint8Array): boolean {
    const given = Buffer.from(mac, "hex");
    return (
      claim.component === component &&
      macKeys.some((macKey) => constantTimeEqual(given, hmacSha256(macKey, bytes)))
    );
  }

  /**
   * Returns the time of the batch, which must not be before its claims. The clock of another
   * replica that made a claim may be ahead.
   */
  function timeOf(claims: readonly AuthenticatedClaim[]): string {
    return latest([wholeSecond(nowMs()), ...claims.map(({ claim }) => claim.at)]);
  }

  /** Returns the leaf of a claim, or null if another component made it. */
  function leafOf(authenticated: AuthenticatedClaim): Uint8Array | null {
    const bytes = claimBytes(authenticated.claim);
    return isOwn(authenticated, bytes) ? merkleLeafHash(bytes) : null;
  }

  function signed(root: Uint8Array, size: number, signedAt: string): ClaimBatch {
    const unsigned = {
      ...{ type: "veil/claim-batch/v1" as const, component, key_id: keyId },
      ...{ signed_at: signedAt, size, root: hex(root), signature: "" },
    };
    return { ...unsigned, signature: hex(signEd25519(key, batchBytes(unsigned))) };
  }

  return (claims) => {
    const hashes = claims.map(leafOf);
    const leaves = hashes.filter((hash) => hash !== null);
    const made = claims.filter((_, index) => hashes[index] !== null);
    if (leaves.length === 0) return { batch: null, positions: claims.map(() => null) };
    const paths = inclusionPaths(leaves);
    let next = 0;
    const positions = hashes.map((hash) => {
      if (hash === null) return null;
      const index = next++;
      return { index, path: (paths[index] ?? []).map(hex) };
    });
    return { batch: signed(merkleRoot(leaves), leaves.length, timeOf(made)), positions };
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
