import { describe, expect, test } from "@jest/globals";
import { monthlyQuota, monthOf, quotaExceeded, secondsUntilNextMonth } from "./quota.ts";

const limits = {
  monthly: { free: 500, developer: 1_000, pro: 50_000, enterprise: Number.POSITIVE_INFINITY },
  perMinute: { free: 10, developer: 20, pro: 120, enterprise: 1_200 },
  accountCallsPerMinute: 0,
  auditViewsPerMinute: 0,
  openReadsPerMinute: 1,
  previewsPerMinute: 1,
  failedKeysPerMinute: 0,
  registrationsPerHour: 5,
  registrationAttemptsPerHour: 60,
  scansPerHour: 1_200,
  complianceCallsPerMinute: 30,
  evidencePacksPerHour: 6,
  loginFailuresPerMinute: 5,
  loginFailuresPerHour: 20,
};

describe("Quota", () => {
  test.each([
    ["2026-11-21T08:00:00Z", "2026-11-01", 10 * 86_400 - 8 * 3_600],
    ["2026-12-31T23:59:59.500Z", "2026-12-01", 1],
    ["2028-02-01T00:00:00Z", "2028-02-01", 29 * 86_400],
  ])("at %s the month is %s and it ends in %d seconds", (now, month, seconds) => {
    expect(monthOf(Date.parse(now))).toBe(month);
    expect(secondsUntilNextMonth(Date.parse(now))).toBe(seconds);
  });

  test("developer keys have a separate count in every tier", () => {
    expect(monthlyQuota({ developer: true, tier: "pro" }, limits)).toEqual({
      limitClass: "developer",
      limit: 1_000,
    });
    expect(monthlyQuota({ developer: false, tier: "pro" }, limits)).toEqual({
      limitClass: "standard",
      limit: 50_000,
    });
  });

  test("a quota refusal contains used, limit and hint in its body, but the waiting time only in its header", () => {
    const error = quotaExceeded({
      used: 500,
      limit: 500,
      nowMs: Date.parse("2026-11-30T23:59:00Z"),
    });
    expect(error.toBody()).toEqual({
      error: "quota_exceeded",
      message: "The monthly quota of 500 requests has been used up",
      hint: expect.any(String),
      used: 500,
      limit: 500,
    });
    expect(error.headers()).toEqual({ "Retry-After": "60" });
  });
});
