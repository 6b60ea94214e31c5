import type { AuthenticatedClaim, ClaimItem, OpenedClaim } from "@veil/contracts/claims";
import { type RandomBytes, randomHex } from "@veil/crypto";

/** Drawn for one call, and never used again: 32 bytes each, hexadecimal. */
export interface CallSeeds {
  readonly raw_context: string;
  readonly job: string;
  readonly response: string;
}

/** The bridge's claim for a token, and the seed that was sent with the request. */
export interface TokenClaim {
  readonly seed: string;
  readonly claim: AuthenticatedClaim;
}

/** The sanitiser's claim, and the gateway's items of the same leg, computed over what it has. */
export interface SanitiserClaims {
  readonly opened: OpenedClaim;
  readonly emitted: ClaimItem[];
  readonly received: ClaimItem[];
}

/** The claims that a call has received by the time its text may be sent. */
export interface PreparationClaims {
  readonly token: TokenClaim;
  readonly sanitiser: SanitiserClaims;
  readonly seeds: CallSeeds;
}

export const SEED_BYTES = 32;

export function callSeeds(random: RandomBytes): CallSeeds {
  const seed = () => randomHex(random, SEED_BYTES);
  return { raw_context: seed(), job: seed(), response: seed() };
}
