import type { AuditEvent } from "@veil/contracts/audit";
import { ApiError } from "@veil/contracts/errors";
import type {
  AdminCustomer,
  ChangeCustomerRequest,
  ProvisionRequest,
  ProvisionResponse,
} from "@veil/contracts/public/admin";
import {
  type AccountChange,
  type AccountSecrets,
  accountEvent,
  auditScope,
  type BoxOptions,
  boxProviderKey,
  type CustomerId,
  type ProvisionerDeps,
  provision,
  requireEmail,
} from "../../accounts/index.ts";
import type { CustomerChanges, CustomerRow } from "../ports.ts";

interface Organization {
  readonly orgId: string;
  readonly sealedScopeKey: Uint8Array;
}

/** Returns only the fields whose value changes. Other fields are neither changed nor recorded. */
export function differing(
  request: ChangeCustomerRequest,
  stored: Pick<AdminCustomer, "tier" | "managed_ai" | "license_expires_at" | "org_id">,
): ChangeCustomerRequest {
  const { license_expires_at: expires } = request;
  const asked = {
    ...request,
    ...(typeof expires === "string" && { license_expires_at: new Date(expires).toISOString() }),
  };
  const present = { ...stored, license_expires_at: stored.license_expires_at ?? null };
  const names = Object.keys(asked) as (keyof ChangeCustomerRequest)[];
  const changed = names.filter((name) => asked[name] !== present[name]);
  return Object.fromEntries(changed.map((name) => [name, asked[name]]));
}

export function changesOf(request: ChangeCustomerRequest): CustomerChanges {
  const { tier, managed_ai: managedAi, license_expires_at: expires, org_id: orgId } = request;
  const licenseExpiresAt = typeof expires === "string" ? new Date(expires) : expires;
  return { tier, managedAi, licenseExpiresAt, orgId };
}

/**
 * Returns the events of a change. They contain the names of the changed fields, but no value except
 * the tier. A move to another organization has an event in both organizations.
 * @throws ApiError `invalid_field` when the organization does not exist
 */
export function changeEvents(
  { org_id, ...fields }: ChangeCustomerRequest,
  change: AccountChange,
  moving: { readonly to: Organization | undefined; readonly secrets: AccountSecrets },
): AuditEvent[] {
  const names = Object.keys(fields);
  const { tier } = fields;
  const payload = { ...(tier !== undefined && { tier }), changed_fields: names.join(",") };
  const changed = names.length > 0 ? [accountEvent("ACCOUNT_CHANGED", payload, change)] : [];
  if (org_id === undefined) return changed;
  if (moving.to === undefined)
    throw new ApiError("invalid_field", 'Field "org_id" names no organization');
  const moved = { ...change, scope: auditScope(moving.to, moving.secrets) };
  const inEach = moved.scope === change.scope ? [change] : [change, moved];
  return [...changed, ...inEach.map((each) => accountEvent("ADMIN_CUSTOMER_MOVED", {}, each))];
}

interface Customers {
  find(customerId: CustomerId): Promise<CustomerRow | undefined>;
}

const FORM = /^cus_[0-9a-f]{40}$/;

/** Finds a customer. @throws ApiError `not_found`, even for text that is not a customer id */
export async function customerOf(directory: Customers, id: unknown): Promise<CustomerRow> {
  const row = isCustomerId(id) ? await directory.find(id) : undefined;
  if (row === undefined) throw noSuchCustomer();
  return row;
}

function isCustomerId(id: unknown): id is CustomerId {
  return typeof id === "string" && FORM.test(id);
}

export function noSuchCustomer(): ApiError {
  return new ApiError("not_found", "The customer does not exist");
}

interface ProvisionedBy extends Required<Pick<AccountChange, "changedBy" | "requestId">> {
  readonly onlyNew?: boolean;
}

export type ProvisionCustomer = (
  request: ProvisionRequest,
  by: ProvisionedBy,
) => Promise<ProvisionResponse & { readonly customer_id: CustomerId }>;

/**
 * Creates the function that provisions customers as the command `provision` does.
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
