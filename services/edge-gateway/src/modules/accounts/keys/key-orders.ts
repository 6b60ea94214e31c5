import { ApiError } from "@veil/contracts/errors";
import type { IssueKeyRequest } from "@veil/contracts/public/keys";
import type { CustomerCaller, KeyPolicies } from "./caller.ts";
import type { KeyOrder } from "./key-management.ts";

type Ordering = Pick<CustomerCaller, "tier"> & Partial<KeyPolicies>;

/**
 * Reads what a customer may order with this key: a native key, a developer key, or, from the tier
 * pro on, a live key of the tier.
 * @throws ApiError `invalid_field`, `tier_insufficient`
 */
export function keyOrder(
  { family = "svc", class: keyClass = "standard" }: IssueKeyRequest,
  { tier, entityPolicy, callPolicy }: Ordering,
): KeyOrder {
  const developer = keyClass === "developer";
  if (developer && family !== "gw_live")
    throw new ApiError("invalid_field", 'Field "class": developer keys are of the family gw_live');
  if (family === "gw_live" && !developer && tier === "free")
    throw new ApiError(
      "tier_insufficient",
      "Keys of the family gw_live and the class standard require the pro tier or higher",
      { hint: 'Use the class "developer", or a native key' },
    );
  return { family, developer, entityPolicy, callPolicy };
}

/**
 * The new key takes the policies of the key that it replaces, so a bound key could get rid of its
 * bounds with another key's successor.
 * @throws ApiError `key_policy_forbids`
 */
export function requireRotation(
  { keyId, entityPolicy, callPolicy }: Pick<CustomerCaller, "keyId" | keyof KeyPolicies>,
  rotated: string,
): void {
  const isBound = entityPolicy !== undefined || callPolicy !== undefined;
  if (!isBound || keyId === rotated) return;
  throw new ApiError("key_policy_forbids", "A key with a policy may rotate only itself", {
    hint: "Use another key of this customer, or ask the operator",
  });
}
