import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sampleEvent, sampleEvents } from "../../test/sample-events.ts";
import { RefusedEventError } from "../domain/canonical-event.ts";
import type { SealedRefusal } from "../domain/refused-events.ts";
import { verifyLog } from "../domain/verify-log.ts";
import type { EventStore } from "../ports.ts";

interface OpenedStore {
  readonly store: EventStore;
  /** The store of another replica of the same log. */
  readonly replica: EventStore;
  refused(): Promise<readonly SealedRefusal[]>;
  close(): Promise<void>;
}

export function describeEventStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`EventStore: ${name}`, () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    test("Events are numbered from 1 without gaps and read back unchanged", async () => {
      const { store } = opened;
      const { subject, ...former } = sampleEvent({ payload: {}, actor: "system" });
      const current = sampleEvent({ payload: { model: "ä 😀 \u001f \\u0000", severity: "" } });

      expect(subject).toBeDefined();
      expect(await store.append([current, former])).toBe(2);

      const rows = await store.readAfter(0, 10);
      expect(rows.map(({ seq }) => seq)).toEqual([1, 2]);
      expect(rows.map(({ canonical }) => JSON.parse(canonical))).toEqual([
        { ...current, version: 2 },
        former,
      ]);
      expect((await store.readAfter(1, 10)).map(({ seq }) => seq)).toEqual([2]);
    });

    test("An event is appended only once, even if a batch or several batches repeat it", async () => {
      const { store, replica } = opened;
      const [first, second] = [sampleEvent(), sampleEvent()];

      expect(await store.append([first, first])).toBe(1);
      expect(await replica.append([first, second])).toBe(1);
      expect(await store.append([first, second])).toBe(0);
      expect(await store.append([second, sampleEvent(), first, sampleEvent()])).toBe(2);
      expect(await verifyLog(store)).toMatchObject({ kind: "intact" });
    });

    test("When one event of a batch is refused, then none of it is appended", async () => {
      const { store } = opened;
      const before = await store.head();

      const append = store.append([sampleEvent(), sampleEvent({ payload: { model: "\u0000" } })]);

      await expect(append).rejects.toBeInstanceOf(RefusedEventError);
      expect(await store.head()).toEqual(before);
    });

    test("Concurrent appends through two replicas form one chain", async () => {
      const { store, replica } = opened;
      const before = await store.head();

      const appends = Array.from({ length: 50 }, (_, n) =>
        (n % 2 === 0 ? store : replica).append(sampleEvents(1 + (n % 5))),
      );
      const counts = await Promise.all(appends);

      const added = counts.reduce((sum, count) => sum + count, 0);
      expect(added).toBe(150);
      expect(await verifyLog(store)).toEqual({ kind: "intact", count: before.seq + added });
    });

    test("Dead letters are stored without changing the chain", async () => {
      const { store, refused } = opened;
      const before = await store.head();
      const box = Buffer.from([0, 255, 92, 120]);
      const refusals: SealedRefusal[] = [
        { eventId: randomUUID(), reason: "text", sealingKeyId: "k1", box },
        { eventId: undefined, reason: "form", sealingKeyId: 'k"2', box: Buffer.alloc(5_000, 7) },
      ];

      await store.keepDeadLetters(refusals);

      expect(await refused()).toEqual(refusals);
      expect(await store.head()).toEqual(before);
    });

    test("A batch of the maximum size is appended", async () => {
      expect(await opened.store.append(sampleEvents(256))).toBe(256);
    });

    test("`protection` reports that the runtime role may not change events and that the triggers are armed", async () => {
      expect(await opened.store.protection()).toEqual({
        roleMayRewrite: false,
        triggersArmed: true,
      });
    });
  });
}
