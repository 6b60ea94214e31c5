import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { ed25519PrivateKey, merkleLeafHash, merkleRoot } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import { createNoteSigner, verifyNoteBytes } from "@veil/veil";
import { openPruning } from "@veil/veil/log";
import { createCheckpointMaker } from "../src/checkpoints/make-checkpoint.ts";
import { createLogTree } from "../src/domain/log-tree.ts";
import type { EventStore } from "../src/ports.ts";
import { createLogStart } from "../src/pruning/read-log-start.ts";
import { createPruningSigner } from "../src/pruning/sign-pruning.ts";
import { sampleEvent } from "./sample-events.ts";
import { openTestLog, type TestLog } from "./test-log.ts";

const NOW = Date.UTC(2026, 5, 15, 13, 30);
/** The midnight that is 30 days earlier. */
const BORDER = Date.UTC(2026, 4, 16);
const signerOf = (seed: number) =>
  createNoteSigner("log", "ed25519", ed25519PrivateKey(Buffer.alloc(32, seed)));
const signer = signerOf(7);

type Rows = Awaited<ReturnType<EventStore["readAfter"]>>;

/** The maximum size of one append. */
const BATCH = 256;

describeWithServer("postgres", "The signer of prunings", (adminUrl) => {
  let opened: TestLog;
  beforeEach(async () => {
    opened = await openTestLog(adminUrl);
  });
  afterEach(() => opened.close());

  function openLog(changed: (events: EventStore) => Partial<EventStore> = () => ({})) {
    const { store: events, checkpoints } = opened;
    const tree = createLogTree(checkpoints.nodes);
    const deps = { checkpoints, tree, signer, nowMs: () => NOW };
    return {
      ...{ events, checkpoints },
      makeCheckpoint: createCheckpointMaker({ ...deps, store: checkpoints }),
      sign: createPruningSigner({
        ...{ ...deps, days: 30, events: { ...events, ...changed(events) } },
        readLogStart: createLogStart(checkpoints, [signer.key]),
      }),
      async append(count: number, timeMs: number) {
        const occurred_at = new Date(timeMs).toISOString();
        for (let left = count; left > 0; left -= BATCH) {
          const length = Math.min(left, BATCH);
          await events.append(Array.from({ length }, () => sampleEvent({ occurred_at })));
        }
      },
      async signed() {
        const last = await checkpoints.pruningUpTo(Number.MAX_SAFE_INTEGER);
        return last && openPruning(last.note, [signer.key], verifyNoteBytes);
      },
    };
  }

  test("The pruning covers the events before the midnight that is AUDIT_DAYS ago, up to the first younger event", async () => {
    const log = openLog();
    await log.append(1_200, BORDER - 1);
    await log.append(1, BORDER);
    await log.append(5, BORDER - 1);
    await log.makeCheckpoint();

    expect(await log.sign()).toBe(true);
    expect(await log.sign()).toBe(false);
    const rows = await log.events.readAfter(0, 1_200);
    expect(await log.signed()).toEqual({
      ...{ size: 1_200, before: "2026-05-16T00:00:00Z" },
      root: Uint8Array.from(merkleRoot(rows.map(({ hash }) => merkleLeafHash(hash)))),
      chainHash: Uint8Array.from(rows.at(-1)?.hash ?? []),
    });
  });

  test("The pruning excludes the newest event and events that no checkpoint covers", async () => {
    const log = openLog();
    expect(await log.sign()).toBe(false);
    await log.append(4, 0);
    expect(await log.sign()).toBe(false);
    await log.makeCheckpoint();
    await log.append(3, 0);

    expect(await log.sign()).toBe(true);
    expect((await log.signed())?.size).toBe(3);
    await log.makeCheckpoint();
    expect(await log.sign()).toBe(true);
    expect((await log.signed())?.size).toBe(6);
  });

  test.each<[string, (rows: Rows) => Rows]>([
    [
      "an event to be pruned was edited",
      (rows) => rows.map((row) => (row.seq === 3 ? { ...row, canonical: "{}" } : row)),
    ],
    ["an event to be pruned is missing", (rows) => rows.filter(({ seq }) => seq !== 3)],
  ])("When %s, then nothing is signed", async (_what, damage) => {
    const log = openLog((events) => ({
      readAfter: async (...place) => damage(await events.readAfter(...place)),
    }));
    await log.append(6, 0);
    await log.makeCheckpoint();
    await expect(log.sign()).rejects.toThrow("not intact");
    expect(await log.signed()).toBeUndefined();
  });

  test("When the log has not signed the last pruning, then the service signs no further pruning", async () => {
    const log = openLog();
    await log.append(6, 0);
    await log.makeCheckpoint();
    await log.checkpoints.addPruning({ size: 2, note: "x" });
    await expect(log.sign()).rejects.toThrow("not one of this log");
  });
});
