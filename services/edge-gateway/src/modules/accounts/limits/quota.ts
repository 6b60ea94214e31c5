import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { Tier } from "@veil/contracts/public/registration";
import type { KeyCaller } from "../keys/caller.ts";
import type { Usage, UsageClass } from "../ports.ts";

type LimitClass = Tier | "developer";

export interface Limits {
  readonly monthly: Readonly<Record<LimitClass, number>>;
  readonly perMinute: Readonly<Record<LimitClass, number>>;
  readonly accountCallsPerMinute: number;
  /** Limit on previews of one customer. */
  readonly previewsPerMinute: number;
  readonly auditViewsPerMinute: number;
  /** Limit on reads without an API key from one address. */
  readonly openReadsPerMinute: number;
  /**
   * Limit on requests with an invalid API key, admin key, website key or session from one address.
   */
  readonly failedKeysPerMinute: number;
  readonly registrationsPerHour: number;
  readonly registrationAttemptsPerHour: number;
  /** Limit on failed logins from one address. */
  readonly loginFailuresPerMinute: number;
  /** Limit on failed logins with the email of one account. */
  readonly loginFailuresPerHour: number;
  readonly scansPerHour: number;
  /** Limit on evidence packs of one customer. */
  readonly evidencePacksPerHour: number;
  /** Limit on calls of one customer to the compliance endpoints. */
  readonly complianceCallsPerMinute: number;
}

function usageClassOf({ developer }: Pick<KeyCaller, "developer">): UsageClass {
  return developer ? "developer" : "standard";
}

export function limitClassOf({
  developer,
  tier,
}: Pick<KeyCaller, "developer" | "tier">): LimitClass {
  return developer ? "developer" : tier;
}

export interface MonthlyQuota {
  readonly limitClass: UsageClass;
  readonly limit: number;
}

export function monthlyQuota(
  caller: Pick<KeyCaller, "developer" | "tier">,
  limits: Limits,
): MonthlyQuota {
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
    // The waiting time is only in a header, because `retry_after_seconds` in the body marks a
    // transient error.
    retryAfterHeaderSeconds: secondsUntilNextMonth(nowMs),
  });
}

export interface UsageDeps {
  readonly usage: Usage;
  readonly limits: Limits;
  readonly nowMs: Clock;
}

/**
 * Refuses a call early if the quota is used up. The call is counted at its admission, which may
 * also refuse it.
 * @throws ApiError `quota_exceeded`
 */
export async function requireQuota(
  { usage, limits, nowMs }: UsageDeps,
  caller: KeyCaller,
): Promise<MonthlyQuota> {
  const quota = monthlyQuota(caller, limits);
  if (!Number.isFinite(quota.limit)) return quota;
  const now = nowMs();
  const used = await usage.used(caller.customerId, quota.limitClass, monthOf(now));
  if (used >= quota.limit) throw quotaExceeded({ used, limit: quota.limit, nowMs: now });
  return quota;
}
