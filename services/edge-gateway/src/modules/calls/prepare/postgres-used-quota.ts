import { type Database, DatabaseError } from "@veil/postgres-kit";
import type { CustomerId, MonthlyQuota } from "../../accounts/index.ts";

/**
 * Parts of a statement that counts the calls of `given`, which has the columns `customer_id`,
 * `class` and `quota`. `counted` has the customers and classes whose calls all fit in the quota;
 * the calls of the others are not counted. It locks usage rows in the same order as other
 * statements do, to avoid deadlocks.
 */
export const COUNTED = `
calls as (
  select customer_id, class, min(quota) as quota, count(*) as calls from given group by customer_id, class
), counted as (
  insert into usage_monthly as u (customer_id, month, class, used)
  select customer_id, date_trunc('month', now() at time zone 'utc')::date, class, calls
  from calls where quota is null or calls <= quota order by customer_id, class
  on conflict (customer_id, month, class) do update set used = u.used + excluded.used
  where not exists (select from calls
    where customer_id = u.customer_id and class = u.class and u.used + excluded.used > quota)
  returning customer_id, class, month
)`;

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
