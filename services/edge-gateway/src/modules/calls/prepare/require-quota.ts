import type { Clock } from "@veil/contracts/clock";
import {
  type KeyCaller,
  type Limits,
  monthlyQuota,
  monthOf,
  quotaExceeded,
  type Usage,
} from "../../accounts/index.ts";

export interface QuotaDeps {
  readonly usage: Usage;
  readonly limits: Limits;
  readonly nowMs: Clock;
}

/**
 * Refuses early; the admission counts the call, and refuses it again if need be.
 * @throws ApiError `quota_exceeded`
 */
export async function requireQuota({ usage, limits, nowMs }: QuotaDeps, caller: KeyCaller) {
  const quota = monthlyQuota(caller, limits);
  if (!Number.isFinite(quota.limit)) return quota;
  const now = nowMs();
  const used = await usage.used(caller.customerId, quota.limitClass, monthOf(now));
  if (used >= quota.limit) throw quotaExceeded({ used, limit: quota.limit, nowMs: now });
  return quota;
}
