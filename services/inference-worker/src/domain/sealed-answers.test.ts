import { expect, test } from "@jest/globals";
import { SealedAnswers } from "./sealed-answers.ts";

function open(limits: { maxAnswers?: number; maxChars?: number } = {}) {
  let now = 1_000_000;
  const answers = new SealedAnswers({
    keepMs: 1_000,
    maxAnswers: 10,
    maxChars: 100,
    nowMs: () => now,
    ...limits,
  });
  const runs: string[] = [];
  const answer = (jobId: string, text: string | undefined = "sealed") =>
    answers.answerOnce(jobId, async () => {
      runs.push(jobId);
      return text;
    });
  return { answers, runs, answer, pass: (ms: number) => (now += ms) };
}

function gate<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

test("a redelivered job returns the stored answer and does not run again", async () => {
  const { runs, answer } = open();
  expect(await answer("a", "first")).toBe("first");
  expect(await answer("a", "second")).toBe("first");
  expect(runs).toEqual(["a"]);
});

test("an answer is dropped after its retention time", async () => {
  const { answer, pass } = open();
  await answer("a", "first");
  pass(1_000);
  expect(await answer("a", "second")).toBe("second");
});

test("the oldest answers are dropped first when the number or the total size exceeds its limit", async () => {
  for (const limits of [{ maxAnswers: 2 }, { maxChars: 12 }]) {
    const { runs, answer } = open(limits);
    for (const jobId of ["a", "b", "c", "c", "b", "a"]) await answer(jobId);
    expect(runs).toEqual(["a", "b", "c", "a"]);
  }
});

test("an answer larger than the limit is returned but not stored", async () => {
  const { runs, answer } = open({ maxChars: 3 });
  expect(await answer("a")).toBe("sealed");
  expect(await answer("a")).toBe("sealed");
  expect(runs).toEqual(["a", "a"]);
});

test("a job that is redelivered while it runs joins the run", async () => {
  const { answers, runs, answer } = open();
  const first = gate<string>();
  const running = answers.answerOnce("a", () => first.promise);
  const joined = answer("a");
  first.resolve("of the first");
  expect(await Promise.all([running, joined])).toEqual(["of the first", "of the first"]);
  expect(runs).toEqual([]);
});

test.each([
  ["ends without an answer", async () => undefined],
  ["throws", () => Promise.reject(new Error("crash"))],
])("When a run %s, then the callers that joined it share one new run", async (_how, end) => {
  const { answers, runs, answer } = open();
  const opened = gate<void>();
  const running = answers.answerOnce("a", () => opened.promise.then(end)).catch(() => "rejected");
  const joined = [answer("a"), answer("a")];
  opened.resolve();
  await running;
  expect(await Promise.all(joined)).toEqual(["sealed", "sealed"]);
  expect(runs).toEqual(["a"]);
});
