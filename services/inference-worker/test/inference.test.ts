import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  deadlineIn,
  jobOf,
  newJobId,
  SECRETS,
  startWorkerBench,
  type WorkerBench,
} from "./worker-bench.ts";

describe.each(["anthropic", "openai"] as const)(
  "a job, to a provider that speaks %s",
  (dialect) => {
    let bench: WorkerBench;
    beforeEach(async () => {
      bench = await startWorkerBench({ LLM_PROVIDER: dialect });
    });
    afterEach(() => bench.close());

    test("a job that the provider completes has a sealed result with the response", async () => {
      expect(await bench.deliver(jobOf({ model: "m-1", temperature: 0.2 }))).toEqual({
        outcome: "completed",
        choices: [
          {
            blocks: [{ type: "text", text: expect.stringContaining("[PERSON_1]") }],
            stop_reason: expect.stringMatching(/^(end_turn|stop)$/),
          },
        ],
        model_used: "m-1",
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        latency_ms: expect.any(Number),
        attempts: 1,
        provider: dialect,
      });
      expect(await bench.ends()).toEqual({ completed: 1 });
    });

    test("the template is rendered in one pass, so {what} inside a value is not replaced", async () => {
      await bench.deliver(jobOf());
      const [sent] = bench.simulator.record();
      const { messages, model } = JSON.parse(sent?.body ?? "");
      expect(messages).toEqual([
        { role: "user", content: `Answer [PERSON_1] {what}: ${SECRETS.text}` },
      ]);
      expect(model).toBe("default-model");
    });

    test("a template whose repeated values make the prompt too long is unreadable", async () => {
      const prompt_template = "{a}".repeat(60);
      const context = [{ name: "a", text: "x".repeat(700_000) }];
      expect(await bench.deliver(jobOf({ prompt_template, context }))).toMatchObject({
        outcome: "failed",
        reason: "job_unreadable",
      });
      expect(bench.simulator.record()).toEqual([]);
    });

    test("the request to the provider contains no token, job id or trace context", async () => {
      const jobId = newJobId();
      await bench.deliver(jobOf(), 1, jobId);
      const sent = JSON.stringify(bench.simulator.record());
      expect(sent).toContain("end-user-random");
      for (const secret of [SECRETS.token, SECRETS.request, jobId, "traceparent", "x-request-id"])
        expect(sent).not.toContain(secret);
    });

    test("after a temporary failure, the job is returned for another delivery after the wait that the provider requests", async () => {
      bench.simulator.setMode({ statuses: [429], retry_after: 1 });
      const jobId = newJobId();
      expect(await bench.deliver(jobOf(), 1, jobId)).toBe("retry");
      expect(bench.waits).toEqual([1_000]);
      expect(await bench.deliver(jobOf(), 2, jobId)).toMatchObject({
        outcome: "completed",
        attempts: 2,
      });
      expect(bench.simulator.record()).toHaveLength(2);
      expect(await bench.ends()).toEqual({ retry: 1, completed: 1 });
    });

    test.each([
      [{ statuses: [503] }, 100],
      [{ fault: "reset" }, 100],
      [{ fault: "cut" }, 100],
    ] as const)(
      "when the provider has %j, the first attempt waits and the last one fails",
      async (mode, waitMs) => {
        bench.simulator.setMode({ ...mode });
        expect(await bench.deliver(jobOf(), 1)).toBe("retry");
        expect(bench.waits).toEqual([waitMs]);
        bench.simulator.setMode({ ...mode });
        expect(await bench.deliver(jobOf(), 2)).toMatchObject({
          outcome: "failed",
          reason: "provider_unavailable",
          attempts: 2,
          provider: dialect,
        });
        expect(bench.simulator.record()).toHaveLength(2);
      },
    );

    test.each(["hang", "stall", "stall_in_body"] as const)(
      "when the request was sent and timed out (%s), then the first attempt is final, and the request may have been processed",
      async (fault) => {
        await bench.close();
        bench = await startWorkerBench({ LLM_PROVIDER: dialect, PROVIDER_TIMEOUT_MS: "500" });
        bench.simulator.setMode({ fault });
        const result = await bench.deliver(jobOf());
        expect(result).toMatchObject({ reason: "provider_unavailable", attempts: 1 });
        expect(result).not.toHaveProperty("unprocessed");
        expect(bench.waits).toEqual([]);
        expect(bench.simulator.record()).toHaveLength(1);
      },
    );

    test("a delivery after the last allowed attempt does not call the provider", async () => {
      expect(await bench.deliver(jobOf(), 3)).toEqual({
        outcome: "failed",
        reason: "attempts_exhausted",
        latency_ms: 0,
        attempts: 2,
      });
      expect(bench.simulator.record()).toEqual([]);
    });

    test.each([400, 401, 404, 302])("status %p makes the first attempt final", async (status) => {
      bench.simulator.setMode({ statuses: [status] });
      const result = await bench.deliver(jobOf());
      expect(result).toMatchObject({ outcome: "failed", reason: "provider_refused", attempts: 1 });
      expect(JSON.stringify(result)).not.toContain("PERSON_1");
      expect(bench.waits).toEqual([]);
    });

    test.each(["garbage", "truncated", "wrong_shape"] as const)(
      "a complete response that is %s makes the first attempt final",
      async (fault) => {
        bench.simulator.setMode({ fault });
        expect(await bench.deliver(jobOf())).toMatchObject({
          outcome: "failed",
          reason: "provider_answer_unreadable",
        });
      },
    );
  },
);

describe("unprocessed in a failed result", () => {
  let bench: WorkerBench;
  beforeEach(async () => {
    bench = await startWorkerBench({ INFERENCE_ATTEMPTS: "5" });
  });
  afterEach(() => bench.close());

  test("When the provider responds 5xx, then only two of five attempts are made, and the result is unprocessed", async () => {
    const jobId = newJobId();
    bench.simulator.setMode({ statuses: [500, 529, 500] });
    expect(await bench.deliver(jobOf(), 1, jobId)).toBe("retry");
    expect(await bench.deliver(jobOf(), 2, jobId)).toMatchObject({
      ...{ reason: "provider_unavailable", attempts: 2, provider_status: 529, unprocessed: true },
    });
  });

  test("When an earlier attempt lost its connection or was made by another worker, then a result after a 5xx is not unprocessed", async () => {
    const jobId = newJobId();
    bench.simulator.setMode({ fault: "reset" });
    expect(await bench.deliver(jobOf(), 1, jobId)).toBe("retry");
    for (const id of [jobId, newJobId()]) {
      bench.simulator.setMode({ statuses: [500] });
      const result = await bench.deliver(jobOf(), 2, id);
      expect(result).toMatchObject({ attempts: 2, provider_status: 500 });
      expect(result).not.toHaveProperty("unprocessed");
    }
  });

  test("When the provider cannot be reached, then all attempts are made, and the result is unprocessed", async () => {
    const jobId = newJobId();
    await bench.simulator.close();
    for (const attempt of [1, 2, 3, 4])
      expect(await bench.deliver(jobOf(), attempt, jobId)).toBe("retry");
    expect(await bench.deliver(jobOf(), 5, jobId)).toMatchObject({
      ...{ reason: "provider_unavailable", attempts: 5, unprocessed: true },
    });
  });

  test.each([[400], [401], [404]])(
    "When the provider refuses with %p, then the result is not unprocessed",
    async (status) => {
      bench.simulator.setMode({ statuses: [status] });
      expect(await bench.deliver(jobOf())).not.toHaveProperty("unprocessed");
    },
  );
});

describe("the deadline", () => {
  test("a job that arrives after its deadline does not run", async () => {
    const bench = await startWorkerBench();
    expect(await bench.deliver(jobOf({ deadline: deadlineIn(-1) }), 2)).toEqual({
      outcome: "failed",
      reason: "deadline_passed",
      latency_ms: 0,
      attempts: 1,
    });
    expect(bench.simulator.record()).toEqual([]);
    await bench.close();
  });

  test("a call to the provider ends at the job's deadline", async () => {
    const bench = await startWorkerBench();
    bench.simulator.setMode({ fault: "hang" });
    expect(await bench.deliver(jobOf({ deadline: deadlineIn(800) }))).toMatchObject({
      reason: "deadline_passed",
      attempts: 1,
    });
    await bench.close();
  });

  test("a back-off that would exceed the job's deadline does not start", async () => {
    const bench = await startWorkerBench();
    bench.simulator.setMode({ statuses: [429], retry_after: 5 });
    expect(await bench.deliver(jobOf({ deadline: deadlineIn(4_000) }))).toMatchObject({
      reason: "provider_unavailable",
      attempts: 1,
    });
    expect(bench.waits).toEqual([]);
    await bench.close();
  });
});
