import type { UsageResponse } from "@veil/contracts/public/registration";
import type { RequestHandler } from "express";
import type { CustomerCaller } from "../keys/caller.ts";
import { monthlyQuota, monthOf, type UsageDeps } from "../limits/quota.ts";
import { callerOf } from "../middleware/caller-of.ts";

/**
 * Handles `GET /api/v1/usage`, which returns the number of calls this month. A developer key gets
 * the number of calls with all developer keys of the customer.
 */
export function readUsage(deps: UsageDeps): RequestHandler {
  return async function handleReadUsage(_req, res) {
    res.json(await usageOf(deps, callerOf(res)));
  };
}

export async function usageOf(
  { usage, limits, nowMs }: UsageDeps,
  caller: CustomerCaller,
): Promise<UsageResponse> {
  const { limitClass, limit } = monthlyQuota(caller, limits);
  const used = await usage.used(caller.customerId, limitClass, monthOf(nowMs()));
  const limited = Number.isFinite(limit);
  return {
    customer_id: caller.customerId,
    tier: caller.tier,
    monthly_limit: limited ? limit : "unlimited",
    used,
    remaining: limited ? Math.max(0, limit - used) : "unlimited",
    managed_ai: caller.managedAi,
    audit_export: caller.tier !== "free" && !caller.developer,
  };
}
