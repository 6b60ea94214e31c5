import type { AuthenticatedClaim } from "@veil/contracts/claims";
import { type ClaimMaker, claimItem, tokenSeed } from "@veil/veil/claims";

interface MadeToken {
  readonly requestId: string;
  readonly customerId: string;
  readonly token: string;
  /** The seed of the customer id's opening: 32 bytes, hexadecimal. */
  readonly seed: string;
}

const peer = "edge-gateway";

/** The only claim that names both a customer id and a token: only the bridge has both. */
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
