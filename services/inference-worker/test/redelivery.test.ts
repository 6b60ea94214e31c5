import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { jobOf, newJobId, startWorkerBench, type WorkerBench } from "./worker-bench.ts";

let bench: WorkerBench;
beforeEach(async () => {
  bench = await startWorkerBench();
});
afterEach(() => bench.close());

test.each([1, 2, 3])(
  "a job that is redelivered as attempt %p gets the stored result",
  async (attempt) => {
    const jobId = newJobId();
    const first = await bench.deliver(jobOf(), 1, jobId);
    expect(await bench.deliver(jobOf(), attempt, jobId)).toEqual(first);
    expect(bench.simulator.record()).toHaveLength(1);
    expect(await bench.ends()).toEqual({ completed: 1, repeated: 1 });
  },
);

test("a redelivered job gets the stored result even if it is a failure", async () => {
  const jobId = newJobId();
  bench.simulator.setMode({ statuses: [400] });
  const first = await bench.deliver(jobOf(), 1, jobId);
  expect(await bench.deliver(jobOf(), 2, jobId)).toEqual(first);
  expect(bench.simulator.record()).toHaveLength(1);
});

test("a job that is redelivered while it runs joins the run", async () => {
  const jobId = newJobId();
  bench.simulator.setMode({ delay_ms: 100 });
  const first = bench.deliver(jobOf(), 1, jobId);
  await until("the provider is called", () => bench.simulator.record().length === 1);
  const second = await bench.deliver(jobOf(), 2, jobId);
  expect(second).toEqual(await first);
  expect(bench.simulator.record()).toHaveLength(1);
});

test("when the joined run ends without a result, the redelivered job makes a new attempt", async () => {
  const jobId = newJobId();
  bench.simulator.setMode({ delay_ms: 100, statuses: [503] });
  const first = bench.deliver(jobOf(), 1, jobId);
  await until("the provider is called", () => bench.simulator.record().length === 1);
  expect(await bench.deliver(jobOf(), 2, jobId)).toMatchObject({
    outcome: "completed",
    attempts: 2,
  });
  expect(await first).toBe("retry");
  expect(bench.simulator.record()).toHaveLength(2);
});

test("two jobs with different ids do not share a result", async () => {
  await bench.deliver(jobOf());
  bench.simulator.setMode({ answer: "another" });
  expect(await bench.deliver(jobOf())).toMatchObject({
    choices: [{ blocks: [{ text: "another" }] }],
  });
});
