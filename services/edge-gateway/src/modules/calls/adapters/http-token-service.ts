import { TokenResponse } from "@veil/contracts/bridge";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import type { ServiceClient } from "@veil/http-kit";
import type { PseudonymToken } from "../domain/minted.ts";
import type { TokenService } from "../ports.ts";

const parse = checked(TokenResponse);

/** The bridge's client: sends the customer id and a request id of this call's own, nothing else. */
export function createHttpTokenService(client: ServiceClient, timeoutMs: number): TokenService {
  return {
    async tokenFor(customerId, tokenRequestId) {
      try {
        const { token } = await client.call({
          path: "/tokens",
          body: { customer_id: customerId },
          headers: { "x-request-id": tokenRequestId },
          timeoutMs,
          parse,
        });
        return token as PseudonymToken;
      } catch (cause) {
        throw new ApiError("token_service_unavailable", "The token service did not answer", {
          cause,
          retryAfterSeconds: 5,
        });
      }
    },
  };
}
