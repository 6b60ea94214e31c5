import type { Database } from "@veil/postgres-kit";
import type { CustomerId } from "../../accounts/index.ts";
import type { CallQuota } from "./ports.ts";

const USED = `
select used from usage_monthly
where customer_id = $1 and class = $2 and month = date_trunc('month', now() at time zone 'utc')::date`;

export async function usedThisMonth(
  database: Database,
  { customerId, quota }: { readonly customerId: CustomerId; readonly quota: CallQuota },
): Promise<number> {
  const row = await database.optional<{ used: number }>(USED, [customerId, quota.limitClass]);
  return row?.used ?? 0;
}

/** Null if the quota has no limit. */
export function quotaParameter({ limit }: CallQuota): number | null {
  return Number.isFinite(limit) ? limit : null;
}
