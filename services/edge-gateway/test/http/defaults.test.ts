import { expect, test } from "@jest/globals";
import { createTestTrust } from "@veil/testing";
import { testConfig } from "../support/test-config.ts";

const URLS = Object.fromEntries(
  ["BRIDGE", "SANITISER", "WORKER", "AUDIT", "SIGNER"].map((name) => [
    `${name}_URL`,
    "http://service",
  ]),
);

// @spec LIM-1 LIM-2 LIM-4 LIM-7 LIM-8 LIM-15
test("The default limits are those that the interface documents", () => {
  const { limits, timing } = testConfig(createTestTrust(), URLS, {});
  expect(limits).toMatchObject({
    monthly: { free: 500, developer: 1_000, pro: 50_000 },
    perMinute: { free: 10, developer: 20, pro: 120, enterprise: 1_200 },
    accountCallsPerMinute: 120,
    auditViewsPerMinute: 10,
    registrationsPerHour: 5,
    registrationAttemptsPerHour: 60,
    scansPerHour: 1_200,
    loginFailuresPerMinute: 5,
  });
  expect(timing).toMatchObject({
    waitTimeoutMs: 30_000,
    scanTimeoutMs: 6_000,
    jobDeadlineMs: 300_000,
  });
});
