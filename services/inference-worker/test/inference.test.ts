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

    test("comes back as a sealed result", async () => {
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

    test("the template is rendered in one pass: a value with {what} in it is not looked into", async () => {
      await bench.deliver(jobOf());
      const [sent] = bench.simulator.record();
      const { messages, model } = JSON.parse(sent?.body ?? "");
      expect(messages).toEqual([
        { role: "user", content: `Answer [PERSON_1] {what}: ${SECRETS.text}` },
      ]);
      expect(model).toBe("default-model");
    });

    test("a prompt that values in many places make too long is not made", async () => {
      const prompt_template = "{a}".repeat(60);
      const context = [{ name: "a", text: "x".repeat(700_000) }];
      expect(await bench.deliver(jobOf({ prompt_template, context }))).toMatchObject({
        outcome: "failed",
        reason: "job_unreadable",
      });
      expect(bench.simulator.record()).toEqual([]);
    });

    test("the provider gets no token, no id of the job and no trace context", async () => {
      const jobId = newJobId();
      await bench.deliver(jobOf(), 1, jobId);
      const sent = JSON.stringify(bench.simulator.record());
      expect(sent).toContain("end-user-random");
      for (const secret of [SECRETS.token, SECRETS.request, jobId, "traceparent", "x-request-id"])
        expect(sent).not.toContain(secret);
    });

    test("a failure that may pass is one delivery more, after what the provider asks for", async () => {
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
      [{ fault: "hang" }, 100],
      [{ fault: "stall_in_body" }, 100],
      [{ fault: "cut" }, 100],
    ] as const)("%j: the first attempt waits, the last one fails", async (mode, waitMs) => {
      await bench.close();
      bench = await startWorkerBench({ LLM_PROVIDER: dialect, PROVIDER_TIMEOUT_MS: "500" });
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
    });

    test("a delivery beyond the last attempt calls no provider", async () => {
      expect(await bench.deliver(jobOf(), 3)).toEqual({
        outcome: "failed",
        reason: "attempts_exhausted",
        latency_ms: 0,
        attempts: 2,
      });
      expect(bench.simulator.record()).toEqual([]);
    });

    test.each([400, 401, 404, 302])("status %p is final at the first attempt", async (status) => {
      bench.simulator.setMode({ statuses: [status] });
      const result = await bench.deliver(jobOf());
      expect(result).toMatchObject({ outcome: "failed", reason: "provider_refused", attempts: 1 });
      expect(JSON.stringify(result)).not.toContain("PERSON_1");
      expect(bench.waits).toEqual([]);
    });

    test.each(["garbage", "truncated", "wrong_shape"] as const)(
      "a whole answer that is %s is final at the first attempt",
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

describe("the deadline", () => {
  test("a job that comes too late is not run", async () => {
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

  test("a call does not outlast it", async () => {
    const bench = await startWorkerBench();
    bench.simulator.setMode({ fault: "hang" });
    expect(await bench.deliver(jobOf({ deadline: deadlineIn(800) }))).toMatchObject({
      reason: "deadline_passed",
      attempts: 1,
    });
    await bench.close();
  });

  test("a back-off that would pass it is not begun", async () => {
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
