import type { AuthenticatedClaim, Claim, ClaimComponent, ClaimItem } from "@veil/contracts/claims";
import type { Clock } from "@veil/contracts/clock";
import { hmacSha256, type ServiceKeys } from "@veil/crypto";
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
      return { claim, mac: hmacSha256(macKey, claimBytes(claim)).toString("hex") };
    },
  };
}

/**
 * Returns the keys for the MACs of a component's claims, one per claim key. The first is for new
 * claims.
 */
export function claimMacKeys(keys: ServiceKeys): readonly [Uint8Array, ...Uint8Array[]] {
  const [first, ...former] = keys.derived("claim", "veil/claim-mac/v1");
  if (first === undefined) throw new TypeError("A component without a claim key makes no claims");
  return [first, ...former];
}
