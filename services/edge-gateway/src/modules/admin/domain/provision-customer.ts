import { ApiError } from "@veil/contracts/errors";
import type { ProvisionRequest, ProvisionResponse } from "@veil/contracts/public/admin";
import {
  type AccountChange,
  type BoxOptions,
  boxProviderKey,
  type CustomerId,
  type ProvisionerDeps,
  provision,
  requireEmail,
} from "../../accounts/index.ts";

interface ProvisionedBy extends Required<Pick<AccountChange, "changedBy" | "requestId">> {
  readonly onlyNew?: boolean;
}

export type ProvisionCustomer = (
  request: ProvisionRequest,
  by: ProvisionedBy,
) => Promise<ProvisionResponse & { readonly customer_id: CustomerId }>;

/**
 * Does what the command `provision` does.
 * @throws ApiError `invalid_field`, `customer_exists`
 */
export function createProvisionCustomer(deps: ProvisionerDeps & BoxOptions): ProvisionCustomer {
  return async (request, { onlyNew = false, ...by }) => {
    const { tier, company, provider_key: providerKey, managed_ai: managedAi } = request;
    const { key_family: family = "svc", developer = false } = request;
    const { license_expires_at: expires } = request;
    requireCompatible(request);
    const { customerId, keyId, apiKey, created } = await provision(
      {
        ...{ tier, company, managedAi, family, developer, onlyNew },
        email: requireEmail(request.email),
        providerKey: providerKey === undefined ? undefined : boxProviderKey(providerKey, deps),
        licenseExpiresAt: expires === undefined ? undefined : new Date(expires),
      },
      { ...deps, ...by },
    );
    return { customer_id: customerId, tier, key_id: keyId, api_key: apiKey, created };
  };
}

function requireCompatible(request: ProvisionRequest): void {
  if (request.developer === true && request.key_family !== "gw_live")
    throw new ApiError("invalid_field", 'Field "developer" requires key_family "gw_live"');
  if (request.managed_ai === true && request.provider_key !== undefined)
    throw new ApiError("invalid_field", 'Field "managed_ai" cannot be true with a provider_key');
}
