import { describe, expect, test } from "@jest/globals";
import type { Clock } from "@veil/contracts/clock";
import type { KeyRing } from "../ports.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Key rings of replicas on one store. */
export interface KeyRingStore {
  open(): KeyRing;
  /** Hexadecimal ids of all existing keys, oldest first. */
  keyIds(): Promise<readonly string[]>;
}

export function describeKeyRing(
  name: string,
  openStore: (nowMs: Clock) => Promise<KeyRingStore>,
): void {
  describe(`KeyRing: ${name}`, () => {
    async function setUp() {
      const clock = { nowMs: Date.parse("2026-01-01T00:00:00Z") };
      const store = await openStore(() => clock.nowMs);
      const idOf = async (keyRing: KeyRing) => (await keyRing.current()).id.toString("hex");
      return { clock, store, idOf };
    }

    test("makes a key of 32 bytes with an id of 8", async () => {
      const { store } = await setUp();
      const { id, secret } = await store.open().current();
      expect([id.length, secret.length]).toEqual([8, 32]);
      expect(await store.keyIds()).toEqual([id.toString("hex")]);
    });

    test("gives the same key for a day and another one then", async () => {
      const { clock, store, idOf } = await setUp();
      const keyRing = store.open();
      const first = await idOf(keyRing);
      clock.nowMs += DAY_MS - 1;
      expect(await idOf(keyRing)).toBe(first);
      clock.nowMs += 1;
      const second = await idOf(keyRing);
      expect(second).not.toBe(first);
      expect(await store.keyIds()).toEqual([first, second]);
    });

    test("keeps the key of the day over a restart", async () => {
      const { store, idOf } = await setUp();
      const before = await store.open().current();
      const after = await store.open().current();
      expect(after).toEqual(before);
      expect(await idOf(store.open())).toBe(before.id.toString("hex"));
    });

    test("gives all replicas one key, however many rotate at once", async () => {
      const { clock, store, idOf } = await setUp();
      const rings = [1, 2, 3, 4].map(() => store.open());
      for (let day = 1; day <= 3; day += 1) {
        const ids = await Promise.all(rings.map(idOf));
        expect(new Set(ids).size).toBe(1);
        expect(await store.keyIds()).toHaveLength(day);
        clock.nowMs += DAY_MS;
      }
    });

    test("destroys a key that is 30 days old, also without requests for tokens", async () => {
      const { clock, store, idOf } = await setUp();
      const keyRing = store.open();
      const first = await idOf(keyRing);
      clock.nowMs += 30 * DAY_MS - 1;
      await keyRing.sweep();
      expect(await store.keyIds()).toEqual([first]);
      clock.nowMs += 1;
      await keyRing.sweep();
      expect(await store.keyIds()).toEqual([]);
      expect(await idOf(keyRing)).not.toBe(first);
    });

    test("destroys it when a new key is made, too, and no other", async () => {
      const { clock, store, idOf } = await setUp();
      const keyRing = store.open();
      const ids: string[] = [];
      for (let day = 0; day < 33; day += 1) {
        ids.push(await idOf(keyRing));
        clock.nowMs += DAY_MS;
      }
      clock.nowMs -= DAY_MS;
      expect(await store.keyIds()).toEqual(ids.slice(3));
    });

    test("When the clock was far ahead once, then the key of that time is not used for ever", async () => {
      const { clock, store, idOf } = await setUp();
      clock.nowMs += 400 * DAY_MS;
      const ahead = await idOf(store.open());
      clock.nowMs -= 400 * DAY_MS;
      const now = await idOf(store.open());
      expect(now).not.toBe(ahead);
      expect(await idOf(store.open())).toBe(now);
    });
  });
}
