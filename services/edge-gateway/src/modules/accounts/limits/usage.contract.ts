import { beforeAll, describe, expect, test } from "@jest/globals";
import type { CustomerId } from "../keys/caller.ts";
import type { Usage, UsageClass } from "../ports.ts";
import { monthOf } from "./quota.ts";

interface Opened {
  readonly usage: Usage;
  readonly customer: () => Promise<CustomerId>;
  readonly admit: (customerId: CustomerId, usageClass: UsageClass) => Promise<unknown>;
}

export function describeUsage(name: string, open: () => Promise<Opened>): void {
  describe(`Usage: ${name}`, () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await open();
    });

    test("used returns the number of a customer's admitted requests in a month separately for each class", async () => {
      const { usage, admit } = opened;
      const [one, other] = [await opened.customer(), await opened.customer()];
      const month = monthOf(Date.now());
      expect(await usage.used(one, "standard", month)).toBe(0);
      for (const usageClass of ["standard", "standard", "developer"] as const)
        await admit(one, usageClass);
      expect(await usage.used(one, "standard", month)).toBe(2);
      expect(await usage.used(one, "developer", month)).toBe(1);
      expect(await usage.used(one, "standard", "2001-01-01")).toBe(0);
      expect(await usage.used(other, "standard", month)).toBe(0);
    });
  });
}
