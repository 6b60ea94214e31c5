import type { AuthenticatedClaim, Claim, ClaimComponent, ClaimItem } from "@veil/contracts/claims";
import type { Clock } from "@veil/contracts/clock";
import { hmacSha256, merkleLeafHash, type ServiceKeys } from "@veil/crypto";
import { claimBytes, wholeSecond } from "./claim-bytes.ts";

export interface Leg {
  readonly legId: string;
  readonly received: ClaimItem[];
  readonly emitted: ClaimItem[];
}

export interface ClaimMaker {
  /**
   * Returns a claim with a MAC, so that the component recognizes it when it must sign it later. The
   * component stores nothing.
   */
  claim(leg: Leg): AuthenticatedClaim;
}

interface MakerOptions {
  readonly component: ClaimComponent;
  /** The key of the MACs, 32 bytes. */
  readonly macKey: Uint8Array;
  readonly nowMs: Clock;
}

export function createClaimMaker({ component, macKey, nowMs }: MakerOptions): ClaimMaker {
  return {
    claim({ legId, received, emitted }) {
      const claim: Claim = {
        ...{ type: "veil/claim/v1", component, leg_id: legId, at: wholeSecond(nowMs()) },
        ...{ received, emitted },
      };
      return { claim, mac: leafMac(macKey, claimLeaf(claim), claim.at) };
    },
  };
}

/** Returns the leaf hash of a claim (see `claimBytes`). */
export function claimLeaf(claim: Claim): Uint8Array {
  return merkleLeafHash(claimBytes(claim));
}

/** Returns the MAC of a claim, which covers its leaf hash and its time. */
export function leafMac(macKey: Uint8Array, leaf: Uint8Array, at: string): string {
  return hmacSha256(macKey, leaf, at).toString("hex");
}

/**
 * Returns the keys for the MACs of a component's claims, one per claim key. The first is for new
 * claims.
 */
export function claimMacKeys(keys: ServiceKeys): readonly [Uint8Array, ...Uint8Array[]] {
  return derivedKeys(keys, "veil/claim-mac/v2");
}

/** Returns the keys for the MACs over whole claims, which the previous version made. */
export function wholeClaimMacKeys(keys: ServiceKeys): readonly Uint8Array[] {
  return derivedKeys(keys, "veil/claim-mac/v1");
}

function derivedKeys(keys: ServiceKeys, info: string): readonly [Uint8Array, ...Uint8Array[]] {
  const [first, ...former] = keys.derived("claim", info);
  if (first === undefined) throw new TypeError("A component without a claim key makes no claims");
  return [first, ...former];
}
