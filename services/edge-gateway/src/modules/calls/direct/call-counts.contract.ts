import { beforeEach, describe, expect, test } from "@jest/globals";
import { testEvent } from "../../../../test/support/admission.ts";
import type { CustomerId } from "../../accounts/keys/caller.ts";
import { monthOf } from "../../accounts/limits/quota.ts";
import type { Usage } from "../../accounts/ports.ts";
import type { CallCounts, CountedCall } from "./ports.ts";

interface CallCountsCase {
  readonly counts: CallCounts;
  readonly usage: Usage;
  customer(): Promise<CustomerId>;
  /** Returns the ids of the stored events. */
  stored(): Promise<readonly string[]>;
}

export const testCall = (change: Omit<CountedCall, "events"> & Partial<CountedCall>) => ({
  events: [testEvent()],
  ...change,
});

export function describeCallCounts(name: string, open: () => Promise<CallCountsCase>): void {
  describe(`CallCounts: ${name}`, () => {
    let opened: CallCountsCase;
    let customerId: CustomerId;
    beforeEach(async () => {
      opened = await open();
      customerId = await opened.customer();
    });
    const call = (limit: number, more: Partial<CountedCall> = {}) =>
      testCall({ customerId, quota: { limitClass: "standard", limit }, ...more });
    const usedBy = (customer: CustomerId) =>
      opened.usage.used(customer, "standard", monthOf(Date.now()));

    test("A call is counted and its events are stored", async () => {
      const counted = call(10, { events: [testEvent(), testEvent()] });
      expect(await opened.counts.count(counted)).toEqual({
        ...{ kind: "counted", month: monthOf(Date.now()) },
      });
      expect(await usedBy(customerId)).toBe(1);
      const ids = counted.events.map(({ event_id }) => event_id);
      expect(await opened.stored()).toEqual(expect.arrayContaining(ids));
    });

    test("When more calls than the quota arrive at once, exactly the quota is counted, and no events of the refused calls are stored", async () => {
      const calls = Array.from({ length: 20 }, () => call(7));
      const outcomes = await Promise.all(calls.map((one) => opened.counts.count(one)));
      const refused = calls.filter((_call, at) => outcomes[at]?.kind === "quota_exceeded");
      expect(refused).toHaveLength(13);
      expect(outcomes).toContainEqual({ kind: "quota_exceeded", used: 7 });
      const stored = new Set(await opened.stored());
      expect(refused.some(({ events }) => stored.has(events[0]?.event_id ?? ""))).toBe(false);
      expect(await usedBy(customerId)).toBe(7);
    });

    test("giveBack subtracts a call from the count of its month and class and stores its events; a second giveBack changes nothing", async () => {
      const outcome = await opened.counts.count(call(10));
      const developer = { quota: { limitClass: "developer", limit: 10 } } as const;
      await opened.counts.count(call(10, developer));
      if (outcome.kind !== "counted") throw new Error("Not counted");
      const given = { customerId, limitClass: "standard", events: [testEvent()] } as const;
      const returned = { ...given, month: outcome.month };
      await opened.counts.giveBack({ ...returned, month: "2020-01-01", events: [testEvent()] });
      expect(await usedBy(customerId)).toBe(1);
      await opened.counts.giveBack(returned);
      expect(await usedBy(customerId)).toBe(0);
      expect(await opened.stored()).toContain(returned.events[0]?.event_id);
      await opened.counts.count(call(10));
      await expect(opened.counts.giveBack(returned)).rejects.toThrow();
      expect(await usedBy(customerId)).toBe(1);
      const month = monthOf(Date.now());
      expect(await opened.usage.used(customerId, "developer", month)).toBe(1);
    });

    test("When calls are given back at once, each is subtracted once, and no count falls below zero", async () => {
      const calls = Array.from({ length: 12 }, () => call(20));
      await Promise.all(calls.map((one) => opened.counts.count(one)));
      const given = { customerId, limitClass: "standard", month: monthOf(Date.now()) } as const;
      const giveBack = () => opened.counts.giveBack({ ...given, events: [testEvent()] });
      await Promise.all(Array.from({ length: 11 }, giveBack));
      expect(await usedBy(customerId)).toBe(1);
      await Promise.all([giveBack(), giveBack()]);
      expect(await usedBy(customerId)).toBe(0);
    });

    test("When two customers call at once, each call counts for its own customer", async () => {
      const other = await opened.customer();
      const mixed = Array.from({ length: 12 }, (_, at) =>
        call(Number.POSITIVE_INFINITY, at % 2 === 0 ? {} : { customerId: other }),
      );
      await Promise.all(mixed.map((one) => opened.counts.count(one)));
      expect([await usedBy(customerId), await usedBy(other)]).toEqual([6, 6]);
    });
  });
}
