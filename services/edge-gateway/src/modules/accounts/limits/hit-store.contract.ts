import { afterEach, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import type { Options, Store } from "express-rate-limit";

export function describeHitStore(name: string, open: () => Promise<Store>): void {
  describe(`Hit store: ${name}`, () => {
    let close: (() => void | Promise<void>) | undefined;
    afterEach(async () => {
      await close?.();
    });

    async function opened(windowMs: number): Promise<Store> {
      const store = await open();
      close = () => store.shutdown?.();
      await store.init?.({ windowMs } as Options);
      return store;
    }

    test("the store counts the hits of each key separately, starting at one", async () => {
      const store = await opened(60_000);
      const hits = [];
      for (const key of ["a", "a", "b", "a"]) hits.push((await store.increment(key)).totalHits);
      expect(hits).toEqual([1, 2, 1, 3]);
    });

    test("the store refunds a hit, but never more hits than there were", async () => {
      const store = await opened(60_000);
      for (const key of ["a", "a", "b"]) await store.increment(key);
      await store.decrement("a");
      expect((await store.increment("a")).totalHits).toBe(2);
      await store.decrement("c");
      expect((await store.increment("c")).totalHits).toBe(1);
    });

    test("the store counts all concurrent hits", async () => {
      const store = await opened(60_000);
      const hits = await Promise.all(Array.from({ length: 20 }, () => store.increment("a")));
      const counts = hits.map(({ totalHits }) => totalHits).sort((a, b) => a - b);
      expect(counts).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });

    test("the window ends at the reset time of the first hit, and counting then restarts at one", async () => {
      const store = await opened(300);
      const startMs = Date.now();
      const first = await store.increment("a");
      const endMs = first.resetTime?.getTime() ?? 0;
      expect(endMs).toBeGreaterThanOrEqual(startMs + 200);
      expect(endMs).toBeLessThanOrEqual(Date.now() + 300);
      await store.increment("a");
      await until("the window is over", () => Date.now() > endMs + 20);
      expect((await store.increment("a")).totalHits).toBe(1);
    });
  });
}
