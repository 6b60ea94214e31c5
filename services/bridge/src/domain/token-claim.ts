import type { AuthenticatedClaim } from "@veil/contracts/claims";
import { type ClaimMaker, claimItem, tokenSeed } from "@veil/veil/claims";

interface MadeToken {
  readonly requestId: string;
  readonly customerId: string;
  readonly token: string;
  /** The seed from which the opening of the customer id is derived: 32 bytes, hexadecimal. */
  readonly seed: string;
}

const peer = "edge-gateway";

/**
 * Makes the only claim that covers both a customer id and a token, since only the bridge knows
 * both.
 */
export function tokenClaim(
  { requestId, customerId, token, seed }: MadeToken,
  maker: ClaimMaker,
): AuthenticatedClaim {
  const received = claimItem(
    { item: "customer_id", class: "identity", value: customerId },
    { seed: Buffer.from(seed, "hex"), peer },
  );
  const emitted = claimItem(
    { item: "token", class: "token", value: token },
    { seed: tokenSeed(token), peer },
  );
  return maker.claim({ legId: requestId, received: [received], emitted: [emitted] });
}
