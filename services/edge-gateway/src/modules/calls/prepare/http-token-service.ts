import { TokenResponse } from "@veil/contracts/bridge";
import type { AuthenticatedClaim } from "@veil/contracts/claims";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { type RandomBytes, randomHex } from "@veil/crypto";
import type { ServiceClient } from "@veil/service-kit/http";
import { SEED_BYTES } from "../../certificates/index.ts";
import type { PseudonymToken } from "../content/branded-types.ts";
import type { IssuedToken } from "./ports.ts";
import type { MakeTokens } from "./token-stock.ts";

const parse = checked(TokenResponse);

interface MakeTokensOptions {
  readonly timeoutMs: number;
  /** Draws the seeds of the claims; undefined if calls get no certificate. */
  readonly claimSeeds: RandomBytes | undefined;
}

/** Sends only the customer id, an id for each token and, if a claim is wanted, a seed for each. */
export function createMakeTokens(
  client: ServiceClient,
  { timeoutMs, claimSeeds: random }: MakeTokensOptions,
): MakeTokens {
  return async (customerId, tokenRequestIds) => {
    const seeds = random && tokenRequestIds.map(() => randomHex(random, SEED_BYTES));
    const [requestId = ""] = tokenRequestIds;
    try {
      return await client.call({
        path: "/tokens",
        body: {
          customer_id: customerId,
          token_request_ids: tokenRequestIds,
          ...(seeds && { claim_seeds: seeds }),
        },
        headers: { "x-request-id": requestId },
        timeoutMs,
        parse: (body) => tokensOf(parse(body), tokenRequestIds, seeds),
      });
    } catch (cause) {
      throw new ApiError("token_service_unavailable", "The token service did not answer", {
        cause,
        retryAfterSeconds: 5,
      });
    }
  };
}

function tokensOf(
  { tokens, claims }: TokenResponse,
  ids: readonly string[],
  seeds: readonly string[] | undefined,
): readonly IssuedToken[] {
  if (tokens.length !== ids.length) throw new Error("The bridge returned a wrong number of tokens");
  if (seeds !== undefined && claims?.length !== ids.length)
    throw new Error("The bridge made a wrong number of claims");
  return tokens.map((token, at) => ({
    token: token as PseudonymToken,
    tokenRequestId: ids[at] ?? "",
    claim: tokenClaim(seeds?.[at], claims?.[at]),
  }));
}

function tokenClaim(seed: string | undefined, claim: AuthenticatedClaim | undefined) {
  return seed === undefined || claim === undefined ? undefined : { seed, claim };
}
