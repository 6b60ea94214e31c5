import { TokenRequest, type TokenResponse } from "@veil/contracts/bridge";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import type { RandomBytes } from "@veil/crypto";
import { type CallRoute, jsonCall } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import type { ClaimMaker } from "@veil/veil/claims";
import { makeToken } from "../domain/token.ts";
import { tokenClaim } from "../domain/token-claim.ts";
import type { KeyRing } from "../ports.ts";

const parse = checked(TokenRequest);
const BODY_LIMIT_BYTES = 4_096;

interface TokenRouteDeps {
  readonly keyRing: KeyRing;
  readonly random: RandomBytes;
  readonly log: Logger;
  readonly maker: ClaimMaker;
}

/**
 * `POST /tokens`: turns a customer id into tokens that only the bridge can decrypt. Stores nothing.
 */
export function tokenRoute({ keyRing, random, log, maker }: TokenRouteDeps): CallRoute {
  return {
    path: "/tokens",
    limitBytes: BODY_LIMIT_BYTES,
    repeatable: true,
    answer: jsonCall(parseFitting, async (request): Promise<TokenResponse> => {
      const { customer_id, token_request_ids } = request;
      const key = await keyRing.current();
      const tokens = token_request_ids.map(() => makeToken(key, customer_id, random));
      const claims = claimsOf(request, tokens, maker);
      for (const request_id of token_request_ids) log.info("token_made", { request_id });
      return { tokens, ...(claims && { claims }) };
    }),
  };
}

function parseFitting(body: unknown): TokenRequest {
  const request = parse(body);
  const { claim_seeds, token_request_ids } = request;
  if (claim_seeds !== undefined && claim_seeds.length !== token_request_ids.length)
    throw new ApiError("invalid_field", 'Field "claim_seeds" must have a seed for each token');
  return request;
}

function claimsOf(
  { claim_seeds, token_request_ids, customer_id: customerId }: TokenRequest,
  tokens: readonly string[],
  maker: ClaimMaker,
) {
  return claim_seeds?.map((seed, index) => {
    const [requestId, token] = [token_request_ids[index], tokens[index]];
    if (requestId === undefined || token === undefined)
      throw new TypeError("A seed without a token");
    return tokenClaim({ requestId, customerId, token, seed }, maker);
  });
}
