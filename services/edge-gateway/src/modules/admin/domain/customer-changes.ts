import type { AuditEvent } from "@veil/contracts/audit";
import { ApiError } from "@veil/contracts/errors";
import type { AdminCustomer, ChangeCustomerRequest } from "@veil/contracts/public/admin";
import {
  type AccountChange,
  type AccountSecrets,
  accountEvent,
  auditScope,
} from "../../accounts/index.ts";
import type { CustomerChanges } from "../ports.ts";

interface Organization {
  readonly orgId: string;
  readonly sealedScopeKey: Uint8Array;
}

/** Returns the fields that get another value: nothing else is changed or recorded. */
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
 * Returns the events of a change. They name the fields and hold the value of the tier and no other.
 * A move has an event in both organizations.
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
