import { expect, test } from "@jest/globals";
import { refusalBy } from "../../../../test/support/refusal-by.ts";
import { createMemoryHitStore } from "../adapters/memory-hit-store.ts";
import type { CustomerId } from "../domain/caller.ts";
import { perMinuteLimit } from "./hit-limit.ts";

const limits = {
  monthly: { free: 1, developer: 1, pro: 1, enterprise: 1 },
  perMinute: { free: 1, developer: 2, pro: 3, enterprise: 4 },
  accountCallsPerMinute: 1,
  registrationsPerHour: 1,
  scansPerHour: 1,
};

test("The limit a minute is the tier's and the customer's; developer keys have their own and count apart", async () => {
  const store = createMemoryHitStore();
  const limit = perMinuteLimit({ store, limits, code: "rate_limit_exceeded" });
  const pro = { customerId: "cus_1" as CustomerId, tier: "pro" } as const;
  const refusals = async (developer: boolean, times: number) => {
    const codes = [];
    for (let i = 0; i < times; i++) {
      const refusal = await refusalBy(limit, { ...pro, developer });
      codes.push(refusal?.code);
    }
    return codes;
  };
  expect(await refusals(false, 4)).toEqual([...Array(3), "rate_limit_exceeded"]);
  expect(await refusals(true, 3)).toEqual([...Array(2), "rate_limit_exceeded"]);
  const other = { ...pro, customerId: "cus_2" as CustomerId, developer: false };
  expect(await refusalBy(limit, other)).toBeUndefined();
  await store.shutdown?.();
});
