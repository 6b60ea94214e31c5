import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { createCheckpointLoop } from "./checkpoint-loop.ts";
import type { StoredCheckpoint } from "./checkpoint-ports.ts";

let loop: ReturnType<typeof createCheckpointLoop>;
let made: number;
let shown: number;
/** One witness that responds and one that never does. */
const both = [
  async () => {
    shown += 1;
  },
  () => new Promise<void>(() => undefined),
];
let makeCheckpoint: () => Promise<StoredCheckpoint | undefined>;

beforeEach(() => {
  jest.useFakeTimers();
  [made, shown] = [0, 0];
  makeCheckpoint = async () => {
    made += 1;
    return { size: made, note: "", cosignatures: [] };
  };
  loop = createCheckpointLoop({
    ...{ store: { forget: async () => undefined }, observers: both, log: silentLogger },
    ...{ makeCheckpoint: () => makeCheckpoint(), onMade: () => undefined },
  });
  loop.start();
});
afterEach(() => {
  loop.stop();
  jest.useRealTimers();
});

test("A checkpoint is made each second, even while a witness does not respond", async () => {
  await jest.advanceTimersByTimeAsync(999);
  expect(made).toBe(0);
  await jest.advanceTimersByTimeAsync(3_001);
  expect([made, shown]).toEqual([4, 4]);
  loop.stop();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(made).toBe(4);
});

test("When 256 events are appended within a second, then a checkpoint is made at once and the count restarts", async () => {
  loop.appended(255);
  await jest.advanceTimersByTimeAsync(0);
  expect(made).toBe(0);
  loop.appended(1);
  await jest.advanceTimersByTimeAsync(0);
  expect(made).toBe(1);
  loop.appended(255);
  await jest.advanceTimersByTimeAsync(0);
  expect(made).toBe(1);
});

test("When making a checkpoint is slow or fails, then no other is made at the same time, and the next one succeeds", async () => {
  let end: () => void = () => undefined;
  const sound = makeCheckpoint;
  makeCheckpoint = () => {
    made += 1;
    return new Promise((_, reject) => {
      end = () => reject(new Error("down"));
    });
  };
  await jest.advanceTimersByTimeAsync(5_000);
  expect(made).toBe(1);
  end();
  makeCheckpoint = sound;
  await jest.advanceTimersByTimeAsync(1_000);
  expect(made).toBe(2);
});
