import { ApiError } from "@veil/contracts/errors";
import type { KeyCaller } from "../keys/caller.ts";
import type { LimitClass, Limits } from "./limits.ts";

export type UsageClass = "standard" | "developer";

function usageClassOf({ developer }: Pick<KeyCaller, "developer">): UsageClass {
  return developer ? "developer" : "standard";
}

export function limitClassOf({
  developer,
  tier,
}: Pick<KeyCaller, "developer" | "tier">): LimitClass {
  return developer ? "developer" : tier;
}

export function monthlyQuota(caller: Pick<KeyCaller, "developer" | "tier">, limits: Limits) {
  return { limitClass: usageClassOf(caller), limit: limits.monthly[limitClassOf(caller)] };
}

export function monthOf(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, 7)}-01`;
}

export function secondsUntilNextMonth(nowMs: number): number {
  const now = new Date(nowMs);
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return Math.ceil((next - nowMs) / 1000);
}

interface Spent {
  readonly used: number;
  readonly limit: number;
  readonly nowMs: number;
}

export function quotaExceeded({ used, limit, nowMs }: Spent): ApiError {
  return new ApiError("quota_exceeded", `The monthly quota of ${limit} requests has been used up`, {
    hint: "The quota resets at the start of the next calendar month (UTC). A higher tier has a larger quota.",
    used,
    limit,
    // Not transient: the body has no `retry_after_seconds`.
    retryAfterHeaderSeconds: secondsUntilNextMonth(nowMs),
  });
}
