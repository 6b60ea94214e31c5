import { ApiError } from "@veil/contracts/errors";
import type { AccountDeletionResponse } from "@veil/contracts/public/account";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { Accounts, Deletion } from "../ports.ts";
import { type AccountChange, accountDeleted } from "./account-events.ts";

interface DeletionDeps {
  readonly accounts: Pick<Accounts, "delete">;
  readonly secrets: Pick<AccountSecrets, "emailTombstone">;
  /** Removes cached data of the customer from this replica. */
  readonly onEnded: (customerId: CustomerId) => void;
}

/**
 * Deletes a customer's account. The customer's keys stop working at once on this replica and within
 * five seconds on others.
 * @throws ApiError `invalid_api_key` when the customer was already deleted
 */
export async function deleteAccount(
  { accounts, secrets, onEnded }: DeletionDeps,
  change: AccountChange,
): Promise<Deletion> {
  const { customerId } = change;
  const { emailTombstone: tombstoneOf } = secrets;
  const deletion = await accounts.delete(customerId, {
    tombstoneOf,
    event: accountDeleted(change),
  });
  onEnded(customerId);
  if (deletion === undefined) throw customerDeletedError();
  return deletion;
}

/**
 * Checks that the request confirms the deletion with its own customer id.
 * @throws ApiError `invalid_field` when it does not
 */
export function requireConfirmation(confirm: string, customerId: CustomerId): void {
  if (confirm === customerId) return;
  throw new ApiError("invalid_field", 'Field "confirm" must be the customer_id of this account', {
    hint: "GET /api/v1/account has it",
  });
}

const DESTROYED = [
  "email",
  "email_lookup",
  "salt",
  "subject_key",
  "company",
  "api_keys",
  "password",
  "sessions",
  "provider_key",
  "entity_lists",
  "jobs",
  "relink_maps",
  "results",
  "certificates",
  "certificate_openings",
  "usage_of_this_customer",
  "activities",
  "call_counts",
  "compliance_inputs",
] as const;

const KEPT = [
  {
    what: "audit_events",
    why: "The log cannot be changed. Without salt and look-up its customer id is linked to no address",
    until: "the end of the retention of the audit log",
  },
  {
    what: "usage_counts",
    why: "Calls of all deleted customers together, by month, without a customer id",
    until: "24 months after the month",
  },
  {
    what: "email_tombstone",
    why: "An HMAC of the address with this month's use, unless that is 0; a new registration begins with it",
    until: "the end of this month (UTC), or a new registration of the address",
  },
  {
    what: "subject_requests",
    why: "Type, steps and times of data subjects' requests, without the customer and any value: proof that they were handled",
    until: "3 years after their end",
  },
] as const;

export function deletionResponse(
  { customerId, now }: AccountChange,
  { cancelledJobs, organizationDeleted }: Deletion,
): AccountDeletionResponse {
  return {
    customer_id: customerId,
    deleted_at: now.toISOString(),
    cancelled_jobs: cancelledJobs,
    destroyed: [...DESTROYED, ...(organizationDeleted ? ["organization_scope_key"] : [])],
    kept: [...KEPT, ...(organizationDeleted ? [] : [ORGANIZATION_KEPT])],
  };
}

/** Returns what a deletion will destroy and keep. */
export function deletionPlan(): Pick<AccountDeletionResponse, "destroyed" | "kept"> {
  return { destroyed: [...DESTROYED], kept: [...KEPT, ORGANIZATION_KEPT] };
}

const ORGANIZATION_KEPT = {
  what: "organization_scope_key",
  why: "The organization has other customers",
  until: "the deletion of its last customer",
};

/**
 * Returns the error for a customer who was deleted after the key was checked. It is the same as for
 * an unknown key.
 */
export function customerDeletedError(): ApiError {
  return new ApiError("invalid_api_key", "The API key is not valid");
}
