import { TokenResponse } from "@veil/contracts/bridge";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import type { ServiceClient } from "@veil/http-kit";
import type { PseudonymToken } from "../domain/minted.ts";
import type { MakeTokens } from "./token-stock.ts";

const parse = checked(TokenResponse);

/** Sends the customer id and an id for each token, nothing else. */
export function createMakeTokens(client: ServiceClient, timeoutMs: number): MakeTokens {
  return async (customerId, tokenRequestIds) => {
    const [requestId = ""] = tokenRequestIds;
    try {
      return await client.call({
        path: "/tokens",
        body: { customer_id: customerId, token_request_ids: tokenRequestIds },
        headers: { "x-request-id": requestId },
        timeoutMs,
        parse: (body) => tokensOf(parse(body), tokenRequestIds.length),
      });
    } catch (cause) {
      throw new ApiError("token_service_unavailable", "The token service did not answer", {
        cause,
        retryAfterSeconds: 5,
      });
    }
  };
}

function tokensOf({ tokens }: TokenResponse, expected: number): readonly PseudonymToken[] {
  if (tokens.length !== expected) throw new Error("The bridge returned a wrong number of tokens");
  return tokens as PseudonymToken[];
}
