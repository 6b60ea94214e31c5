import type { RegisterResponse } from "@veil/contracts/public/registration";
import { MASKED_API_KEY } from "../keys/api-key.ts";
import type { Limits } from "../limits/limits.ts";
import type { Customer } from "../ports.ts";
import type { RegistrationOutcome } from "./registrar.ts";

interface ResponseOptions {
  readonly limits: Limits;
  readonly publicBaseUrl: string;
}

export function registrationResponse(
  outcome: RegistrationOutcome,
  { limits, publicBaseUrl }: ResponseOptions,
): RegisterResponse {
  switch (outcome.kind) {
    case "created":
      return {
        svc_api_key: outcome.apiKey,
        ...profileOf(outcome.customer, limits),
        message: `This key is shown once: store it now. ${instructions(publicBaseUrl)}`,
      };
    case "proven":
      return {
        svc_api_key: outcome.apiKey,
        ...profileOf(outcome.customer, limits),
        message: `This address was registered before; this is its key. ${instructions(publicBaseUrl)}`,
      };
    case "unproven":
      // Says nothing of the account, since anyone may send its address: every account starts with
      // this tier.
      return { svc_api_key: MASKED_API_KEY, tier: "free", message: rotation(publicBaseUrl) };
  }
}

function profileOf({ tier, managedAi }: Pick<Customer, "tier" | "managedAi">, limits: Limits) {
  const monthly = limits.monthly[tier];
  return {
    tier,
    ...(Number.isFinite(monthly) && { monthly_limit: monthly }),
    managed_ai: managedAi,
  };
}

function instructions(baseUrl: string): string {
  return (
    `Base URL of the proxy: ${baseUrl}. Send requests to ${baseUrl}/api/v1/proxy/messages with the key in ` +
    "the header x-api-key or as Authorization: Bearer."
  );
}

function rotation(baseUrl: string): string {
  return (
    "This address is already registered and its key was shown once; the value here is masked and cannot be " +
    "used. To see the key again, repeat the request with a proof: the key itself in x-api-key, the " +
    "Idempotency-Key of the first request with the same body, or the same provider_key. If the key is lost, " +
    "rotate it with another key of the account (POST /api/v1/account/keys/{key_id}/rotate; GET /api/v1/account/keys " +
    `lists the ids), or ask the operator. Base URL of the proxy: ${baseUrl}.`
  );
}
