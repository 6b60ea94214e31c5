import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { refusalBy } from "../../../../test/support/refusal-by.ts";
import type { CustomerId } from "../keys/caller.ts";
import { createMemoryHitStore } from "../limits/create-hit-stores.ts";
import { createLimits } from "./rate-limits.ts";

const limits = {
  monthly: { free: 1, developer: 1, pro: 1, enterprise: 1 },
  perMinute: { free: 1, developer: 2, pro: 3, enterprise: 4 },
  accountCallsPerMinute: 1,
  auditViewsPerMinute: 1,
  openReadsPerMinute: 1,
  previewsPerMinute: 1,
  failedKeysPerMinute: 1,
  registrationsPerHour: 1,
  registrationAttemptsPerHour: 1,
  scansPerHour: 1,
  complianceCallsPerMinute: 1,
  evidencePacksPerHour: 1,
  loginFailuresPerMinute: 5,
  loginFailuresPerHour: 20,
};

describe("The limit on inference calls per minute", () => {
  const store = createMemoryHitStore();
  afterEach(() => store.shutdown?.());
  const open = (name: string) => (name === "inference" ? store : createMemoryHitStore());
  const secrets = { clientTag: (address: string) => address };
  const { inference: limit } = createLimits({ open, limits, secrets });
  const key = (customerId: string, developer = false) =>
    ({ customerId: customerId as CustomerId, tier: "pro", developer }) as const;

  test("each customer has the limit of the tier, and the customer's developer keys share a separate limit", async () => {
    const refusals = async (caller: ReturnType<typeof key>, times: number) => {
      const codes = [];
      for (let i = 0; i < times; i++) codes.push((await refusalBy(limit, caller))?.code);
      return codes;
    };
    expect(await refusals(key("1"), 4)).toEqual([...Array(3), "rate_limit_exceeded"]);
    expect(await refusals(key("1", true), 3)).toEqual([...Array(2), "rate_limit_exceeded"]);
    expect(await refusals(key("2"), 1)).toEqual([undefined]);
  });

  describe("A refusal of the limit", () => {
    const START = Date.parse("2026-11-21T08:00:00Z");
    beforeEach(
      () => void jest.useFakeTimers({ now: START, doNotFake: ["nextTick", "setImmediate"] }),
    );
    afterEach(() => void jest.useRealTimers());

    test.each([
      [0, 60],
      [1, 60],
      [1_000, 59],
      [20_400, 40],
      [59_000, 1],
      [59_999, 1],
    ])(
      "a refusal after %i ms has a retry time of %i s, after which the next request is admitted",
      async (afterMs, seconds) => {
        const caller = key(`at-${afterMs}`);
        for (let sent = 0; sent < 3; sent++) await refusalBy(limit, caller);
        jest.setSystemTime(START + afterMs);
        const refusal = await refusalBy(limit, caller);
        expect(refusal?.options.retryAfterSeconds).toBe(seconds);
        jest.setSystemTime(START + afterMs + seconds * 1000);
        expect(await refusalBy(limit, caller)).toBeUndefined();
      },
    );
  });
});
