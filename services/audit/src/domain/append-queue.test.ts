import { describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { sampleEvent, sampleEvents } from "../../test/sample-events.ts";
import { createAppendQueue } from "./append-queue.ts";
import { RefusedEventError } from "./canonical-event.ts";

/** Creates a store that records the size of each append. The first append waits for `release`. */
function slowStore(refuses: (event: AuditEvent) => boolean = () => false) {
  const sizes: number[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    sizes,
    release,
    async append(events: readonly AuditEvent[]) {
      sizes.push(events.length);
      if (sizes.length === 1) await gate;
      if (events.some(refuses)) throw new RefusedEventError("refused");
      return events.length;
    },
  };
}

describe("createAppendQueue", () => {
  test("Batches that are waiting at the same time are appended together", async () => {
    const store = slowStore();
    let appended = 0;
    const queue = createAppendQueue(store, (count) => {
      appended += count;
    });

    const all = [1, 2, 3].map((size) => queue.append(sampleEvents(size)));
    store.release();
    await Promise.all(all);

    expect(store.sizes).toEqual([1, 5]);
    expect(appended).toBe(6);
  });

  test("No append has more than 256 events", async () => {
    const store = slowStore();
    const queue = createAppendQueue(store, () => undefined);

    const all = [1, 200, 56, 1, 256].map((size) => queue.append(sampleEvents(size)));
    store.release();
    await Promise.all(all);

    expect(store.sizes).toEqual([1, 256, 1, 256]);
  });

  test("When the store refuses one batch of a group, then the other batches are appended", async () => {
    const bad = sampleEvent();
    const store = slowStore((event) => event === bad);
    const queue = createAppendQueue(store, () => undefined);

    const all = [sampleEvents(1), sampleEvents(1), [bad], sampleEvents(1)].map(queue.append);
    store.release();
    const fates = await Promise.allSettled(all);

    expect(fates.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
  });

  test("When the store fails, then every batch of that append rejects with the error, and the next append runs", async () => {
    let failing = true;
    const queue = createAppendQueue(
      {
        append: async (events) => {
          if (failing) throw new Error("down");
          return events.length;
        },
      },
      () => undefined,
    );

    const fates = await Promise.allSettled([1, 2].map(() => queue.append(sampleEvents(1))));
    failing = false;

    expect(fates.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(queue.append(sampleEvents(1))).resolves.toBeUndefined();
  });

  test("When too many batches are waiting, then the next one is refused as busy", async () => {
    const store = slowStore();
    const queue = createAppendQueue(store, () => undefined);
    const waiting = Array.from({ length: 1025 }, () => queue.append(sampleEvents(1)));

    await expect(queue.append(sampleEvents(1))).rejects.toMatchObject({ code: "busy" });
    store.release();
    await Promise.all(waiting);
  });
});
