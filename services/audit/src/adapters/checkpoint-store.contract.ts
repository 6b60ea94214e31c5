import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { merkleLeafHash, merkleRoot } from "@veil/crypto";
import { sampleEvent, sampleEvents } from "../../test/sample-events.ts";
import type { CheckpointStore, StoredCosignature } from "../checkpoints/checkpoint-ports.ts";
import { createLogTree } from "../domain/log-tree.ts";
import type { EventStore } from "../ports.ts";

interface OpenedLog {
  readonly events: EventStore;
  readonly checkpoints: CheckpointStore;
  /** The store of another replica of the same log. */
  readonly replica: CheckpointStore;
  close(): Promise<void>;
}

const cosignature = (witness: string, time: number): StoredCosignature => ({
  ...{ witness, time },
  line: `\u2014 ${witness} ${time}\n`,
});

const covering = (first: number, last = first, ...cosignedBy: readonly string[]) => ({
  ...{ first, last, cosignedBy },
});

export function describeCheckpointStore(name: string, open: () => Promise<OpenedLog>): void {
  describe(`CheckpointStore: ${name}`, () => {
    let log: OpenedLog;
    beforeAll(async () => {
      log = await open();
    });
    afterAll(() => log?.close());

    async function leafHashes(): Promise<Uint8Array[]> {
      const rows = await log.events.readAfter(0, 10_000);
      return rows.map(({ hash }) => merkleLeafHash(hash));
    }

    test("An empty log has an empty tree and no checkpoint", async () => {
      expect(await log.checkpoints.grow()).toBe(0);
      expect(await log.checkpoints.latest()).toBeUndefined();
      expect(await log.checkpoints.name(covering(0))).toBeUndefined();
    });

    test("When the log grows by any number of events, then the root of the tree is that of the events", async () => {
      const { events, checkpoints } = log;
      const tree = createLogTree(checkpoints.nodes);
      for (const count of [1, 1, 1, 5, 2, 23, 1, 30, 64]) {
        await events.append(sampleEvents(count));
        const size = await checkpoints.grow();
        const hashes = await leafHashes();
        expect(size).toBe(hashes.length);
        for (const each of [1, Math.ceil(size / 2), size])
          expect(Buffer.from(await tree.rootAt(each))).toEqual(
            Buffer.from(merkleRoot(hashes.slice(0, each))),
          );
      }
    });

    test("When several replicas grow the tree while events are appended, then the tree has every event once", async () => {
      const { events, checkpoints, replica } = log;
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          await events.append(sampleEvents(3));
          await (n % 2 === 0 ? checkpoints : replica).grow();
        }),
      );
      const size = await checkpoints.grow();
      const hashes = await leafHashes();
      expect(size).toBe(hashes.length);
      const root = await createLogTree(replica.nodes).rootAt(size);
      expect(Buffer.from(root)).toEqual(Buffer.from(merkleRoot(hashes)));
    });

    test("`nodes` returns undefined for a node outside the tree", async () => {
      const [node] = await log.checkpoints.nodes([{ level: 20, position: 7 }]);
      expect(node).toBeUndefined();
    });

    test("`locate` returns an event by its id, and undefined for an unknown id", async () => {
      const event = sampleEvent();
      await log.events.append([event]);
      const { seq } = await log.events.head();
      const unknown = sampleEvent().event_id;
      const ids = [unknown, event.event_id, event.event_id];
      const [none, found, same] = await log.checkpoints.locate(ids);
      const [row] = await log.events.readAfter(seq - 1, 1);
      expect(found?.seq).toBe(seq);
      expect(found?.canonical).toBe(row?.canonical);
      expect(Buffer.from(found?.prevHash ?? [])).toEqual(Buffer.from(row?.prevHash ?? []));
      expect([none, same]).toEqual([undefined, found]);
    });

    test("A second checkpoint of the same size does not replace the first, and `latest` returns the largest checkpoint", async () => {
      const { checkpoints, replica } = log;
      const at = new Date();
      await checkpoints.add({ size: 5, note: "five", at });
      await checkpoints.add({ size: 9, note: "nine", at });
      await replica.add({ size: 9, note: "other", at });
      expect(await checkpoints.latest()).toEqual({ size: 9, note: "nine", cosignatures: [] });
    });

    test("A cosignature replaces an older one of the same witness, but never a newer one", async () => {
      const { checkpoints, replica } = log;
      const [older, newer] = [cosignature("w1", 1_000), cosignature("w1", 1_060)];
      const other = cosignature("w2", 1_000);
      for (const each of [older, newer, other, older]) await replica.cosign(5, each);
      expect(await checkpoints.name(covering(0))).toEqual({
        ...{ size: 5, note: "five" },
        cosignatures: [newer, other],
      });
    });

    test("`name` chooses the covering checkpoint with the most cosignatures", async () => {
      const { checkpoints } = log;
      expect(await checkpoints.name(covering(4))).toMatchObject({ size: 5 });
      expect(await checkpoints.name(covering(5))).toMatchObject({ size: 9 });
      expect(await checkpoints.name(covering(9))).toBeUndefined();
    });

    test("When `name` requires cosignatures, then it chooses the newest checkpoint that has them all", async () => {
      const { checkpoints } = log;
      expect(await checkpoints.name(covering(0, 0, "w1", "w2"))).toMatchObject({ size: 5 });
      expect(await checkpoints.name(covering(0, 0, "w1", "w3"))).toBeUndefined();
      expect(await checkpoints.name(covering(5, 5, "w1"))).toBeUndefined();
    });

    test("A second pruning of the same size does not replace the first, and `pruningUpTo` returns the largest pruning up to a size", async () => {
      const { checkpoints, replica } = log;
      expect(await checkpoints.pruningUpTo(Number.MAX_SAFE_INTEGER)).toBeUndefined();
      await checkpoints.addPruning({ size: 3, note: "three" });
      await checkpoints.addPruning({ size: 7, note: "seven" });
      await replica.addPruning({ size: 7, note: "other" });
      expect(await replica.pruningUpTo(2)).toBeUndefined();
      expect(await replica.pruningUpTo(6)).toEqual({ size: 3, note: "three" });
      for (const size of [7, Number.MAX_SAFE_INTEGER])
        expect(await replica.pruningUpTo(size)).toEqual({ size: 7, note: "seven" });
    });

    test("`forget` keeps the last checkpoint of each day and the checkpoints that `name` has returned", async () => {
      const { checkpoints } = log;
      const at = (time: string) => new Date(`2026-01-01T${time}Z`);
      await checkpoints.add({ size: 1, note: "first", at: at("10:00:00") });
      await checkpoints.add({ size: 2, note: "named", at: at("11:00:00") });
      await checkpoints.add({ size: 3, note: "forgotten", at: at("12:00:00") });
      await checkpoints.add({ size: 4, note: "last of that day", at: at("23:00:00") });
      const cosign = async (size: number, count: number) => {
        for (let n = 1; n <= count; n += 1) await checkpoints.cosign(size, cosignature(`w${n}`, n));
      };
      await cosign(2, 3);
      expect(await checkpoints.name(covering(1))).toMatchObject({ note: "named" });
      // This checkpoint has the most cosignatures, so `name` would choose it if it still existed.
      await cosign(3, 5);
      await cosign(4, 4);

      await checkpoints.forget();

      expect(await checkpoints.name(covering(2))).toMatchObject({ note: "last of that day" });
      await cosign(2, 6);
      expect(await checkpoints.name(covering(0))).toMatchObject({ note: "named" });
      expect(await checkpoints.latest()).toMatchObject({ size: 9 });
    });

    test("A second time stamp of a checkpoint does not replace the first, and `timeStampFrom` finds it for smaller sizes", async () => {
      const { checkpoints, replica } = log;
      expect(await checkpoints.latestTimeStamp()).toBeUndefined();
      expect(await checkpoints.timeStampFrom(1)).toBeUndefined();
      const keptAt = new Date("2026-01-02T10:00:00Z");
      const reply = (byte: number) => Buffer.alloc(9, byte);
      await checkpoints.addTimeStamp({ size: 5, reply: reply(1), keptAt });
      await checkpoints.addTimeStamp({ size: 9, reply: reply(2), keptAt });
      await replica.addTimeStamp({ size: 9, reply: reply(3), keptAt });
      expect(await replica.latestTimeStamp()).toMatchObject({ size: 9, keptAt });
      const found = async (size: number) => {
        const stamp = await replica.timeStampFrom(size);
        return stamp && [stamp.size, stamp.note, Buffer.from(stamp.reply)];
      };
      for (const size of [1, 5]) expect(await found(size)).toEqual([5, "five", reply(1)]);
      for (const size of [6, 9]) expect(await found(size)).toEqual([9, "nine", reply(2)]);
      expect(await found(10)).toBeUndefined();
    });

    test("`addTimeStamp` rejects a time stamp whose checkpoint does not exist", async () => {
      const stamp = { size: 77, reply: Buffer.alloc(1), keptAt: new Date() };
      await expect(log.checkpoints.addTimeStamp(stamp)).rejects.toThrow();
      expect(await log.checkpoints.timeStampFrom(10)).toBeUndefined();
    });

    test("`forget` keeps an old checkpoint that has a time stamp", async () => {
      const { checkpoints } = log;
      const at = (time: string) => new Date(`2026-01-05T${time}Z`);
      await checkpoints.add({ size: 11, note: "stamped", at: at("10:00:00") });
      await checkpoints.add({ size: 12, note: "forgotten", at: at("11:00:00") });
      await checkpoints.add({ size: 13, note: "last of that day", at: at("12:00:00") });
      await checkpoints.addTimeStamp({ size: 11, reply: Buffer.alloc(1), keptAt: new Date() });
      await checkpoints.forget();
      expect(await checkpoints.timeStampFrom(10)).toMatchObject({ size: 11, note: "stamped" });
      const forgotten = { size: 12, reply: Buffer.alloc(1), keptAt: new Date() };
      await expect(checkpoints.addTimeStamp(forgotten)).rejects.toThrow();
    });

    test("Among checkpoints with the same number of cosignatures, `name` prefers one that covers all events, then one that it has returned before", async () => {
      const { checkpoints } = log;
      const at = new Date();
      for (const size of [20, 21, 22]) await checkpoints.add({ size, note: `${size}`, at });
      await checkpoints.name(covering(20, 20));
      expect(await checkpoints.name(covering(10, 19))).toMatchObject({ size: 22 });
      await checkpoints.add({ size: 23, note: "23", at });
      expect(await checkpoints.name(covering(10, 19))).toMatchObject({ size: 22 });
      expect(await checkpoints.name(covering(10, 22))).toMatchObject({ size: 23 });
      expect(await checkpoints.name(covering(10, 30))).toMatchObject({ size: 23 });
    });
  });
}
