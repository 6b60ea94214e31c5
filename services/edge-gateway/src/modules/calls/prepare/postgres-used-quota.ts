import { type Database, DatabaseError } from "@veil/postgres-kit";
import type { CustomerId, MonthlyQuota } from "../../accounts/index.ts";

const USED = `
select used from usage_monthly
where customer_id = $1 and class = $2 and month = date_trunc('month', now() at time zone 'utc')::date`;

export async function usedThisMonth(
  database: Database,
  { customerId, quota }: { readonly customerId: CustomerId; readonly quota: MonthlyQuota },
): Promise<number> {
  const row = await database.optional<{ used: number }>(USED, [customerId, quota.limitClass]);
  return row?.used ?? 0;
}

/** Returns the limit as an SQL parameter, which is null if the quota is unlimited. */
export function quotaParameter({ limit }: MonthlyQuota): number | null {
  return Number.isFinite(limit) ? limit : null;
}

/**
 * Returns whether a statement failed because the customer was deleted after the key was checked.
 */
export function isCustomerMissing(error: unknown): boolean {
  const constraint = error instanceof DatabaseError ? error.constraint : undefined;
  return constraint?.endsWith("_customer_id_fkey") ?? false;
}
