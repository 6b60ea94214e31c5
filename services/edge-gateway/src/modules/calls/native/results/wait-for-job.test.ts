import { afterEach, expect, jest, test } from "@jest/globals";
import type { FinishedJob, JobRecord, Jobs } from "../ports.ts";
import { createMemoryWakeUps } from "./create-wake-ups.ts";
import { waitForJob } from "./wait-for-job.ts";

afterEach(() => {
  jest.useRealTimers();
});

type State = JobRecord["state"];

function jobsIn(state: () => State | undefined, onFind = () => {}): Jobs {
  const find = async () => {
    const current = state();
    onFind();
    return current && ({ state: current } as JobRecord);
  };
  return { find } as Partial<Jobs> as Jobs;
}

test("When the wake-up arrives, then the wait returns the final state at once", async () => {
  const wakeUps = createMemoryWakeUps();
  let state: State = "admitted";
  const waiting = waitForJob({ jobs: jobsIn(() => state), wakeUps }, "j", { timeoutMs: 60_000 });
  setImmediate(() => {
    state = "completed";
    wakeUps.wake("j");
  });
  expect((await waiting).job?.state).toBe("completed");
});

test("When the result arrives after the job was read and before the wait begins, then it is not missed", async () => {
  const wakeUps = createMemoryWakeUps();
  let state: State = "admitted";
  const finishDuringRead = () => {
    if (state !== "admitted") return;
    state = "completed";
    wakeUps.wake("j");
  };
  // With fake timers, the wait cannot end by polling.
  jest.useFakeTimers();
  const jobs = jobsIn(() => state, finishDuringRead);
  expect((await waitForJob({ jobs, wakeUps }, "j", { timeoutMs: 60_000 })).job?.state).toBe(
    "completed",
  );
});

test("When the wake-up is lost, then the poll finds the final state", async () => {
  let reads = 0;
  const jobs = jobsIn(() => (++reads > 1 ? "failed" : "admitted"));
  const { job } = await waitForJob({ jobs, wakeUps: createMemoryWakeUps() }, "j", {
    timeoutMs: 60_000,
  });
  expect(job?.state).toBe("failed");
});

test("When the time-out has passed, then the wait returns the admitted job, or undefined if it was deleted", async () => {
  const wakeUps = createMemoryWakeUps();
  expect(
    (await waitForJob({ jobs: jobsIn(() => "admitted"), wakeUps }, "j", { timeoutMs: 5 })).job
      ?.state,
  ).toBe("admitted");
  expect(
    await waitForJob({ jobs: jobsIn(() => undefined), wakeUps }, "j", { timeoutMs: 5 }),
  ).toEqual({ job: undefined });
});

test("When the wait starts the job, then the job is not read before the first wake-up, however early that comes", async () => {
  const wakeUps = createMemoryWakeUps();
  let reads = 0;
  const jobs = jobsIn(() => {
    reads++;
    return "completed";
  });
  const begin = () => {
    expect(reads).toBe(0);
    wakeUps.wake("j");
  };
  const { job } = await waitForJob({ jobs, wakeUps }, "j", { timeoutMs: 60_000, begin });
  expect(job?.state).toBe("completed");
  expect(reads).toBe(1);
});

test("When the wake-up contains the finished job, then the job is not read from the database", async () => {
  const wakeUps = createMemoryWakeUps();
  const finished = { job: { state: "completed" } } as FinishedJob;
  const jobs = jobsIn(() => {
    throw new Error("read");
  });
  const begin = () => {
    wakeUps.wake("j", finished);
    wakeUps.wake("j");
  };
  expect(await waitForJob({ jobs, wakeUps }, "j", { timeoutMs: 60_000, begin })).toBe(finished);
});

test("When this replica shuts down, then the wait ends", async () => {
  const shutdown = new AbortController();
  const jobs = jobsIn(() => "admitted");
  const wakeUps = createMemoryWakeUps();
  const waiting = waitForJob({ jobs, wakeUps }, "j", {
    timeoutMs: 60_000,
    signal: shutdown.signal,
  });
  setImmediate(() => shutdown.abort());
  expect((await waiting).job?.state).toBe("admitted");
});
