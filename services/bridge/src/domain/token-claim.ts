import type { AuthenticatedClaim } from "@veil/contracts/claims";
import { type ClaimMaker, claimItem, tokenSeed } from "@veil/veil/claims";

interface MadeToken {
  readonly requestId: string;
  readonly customerId: string;
  readonly token: string;
  /** 32 bytes, hexadecimal: of the opening of the customer id. */
  readonly seed: string;
}

const peer = "edge-gateway";

/** The one place where a customer id and a token stand in one claim: the bridge alone has both. */
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
