import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { REPOSITORY } from "../support/deployment/manifests.ts";
import { sourceFiles, TEST_CODE } from "../support/deployment/source-files.ts";
import { timingsIn, waitsIn } from "./test-rules.ts";

const EXEMPT = new Set(["packages/testing/src/until.ts", "test-e2e/lint/test-rules.test.ts"]);
const files = sourceFiles(TEST_CODE).filter((file) => !EXEMPT.has(file));

function foundIn(rule: (code: string) => readonly string[]): string[] {
  return files.flatMap((file) =>
    rule(readFileSync(path.join(REPOSITORY, file), "utf8")).map((finding) => `${file} ${finding}`),
  );
}

test("The test rules check more than 400 files", () => {
  expect(files.length).toBeGreaterThan(400);
});

describe("The rule against sleeps and time-outs", () => {
  test("This repository has no sleeps and no custom time-outs in tests", () => {
    expect(foundIn(waitsIn)).toEqual([]);
  });

  test.each([
    ["a sleep", "await new Promise((resolve) => setTimeout(resolve, 100));"],
    ["a sleep with a value", "const run = () => new Promise((done) => setTimeout(done, 5, 1));"],
    ["Node's sleep", 'import { setTimeout as sleep } from "node:timers/promises"; await sleep(5);'],
    ["a test's time-out", 'test("a", async () => {}, 5_000);'],
    ["a time-out of the only test", 'test.only("a", async () => {}, 5_000);'],
    ["a table's time-out", 'test.each([1])("a", async () => {}, LONG_MS);'],
    ["a hook's time-out", "beforeAll(async () => {}, 60_000);"],
    ["a file's time-out", "jest.setTimeout(60_000);"],
    ["a signal's time-out", "await ask(AbortSignal.timeout(20_000));"],
  ])("The rule against sleeps and time-outs finds %s", (_what, code) => {
    expect(waitsIn(code)).toHaveLength(1);
  });

  test.each([
    [
      "a process that is killed after a time-out",
      'setTimeout(() => child.kill("SIGKILL"), 5_000);',
    ],
    ["a call whose subject is its short time-out", "await ask(AbortSignal.timeout(200));"],
    ["a test and a hook", 'beforeEach(open); test("a", () => {}); test.each([1])("b", () => {});'],
  ])("The rule against sleeps and time-outs allows %s", (_what, code) => {
    expect(waitsIn(code)).toEqual([]);
  });
});

describe("The rule against measured time", () => {
  test("This repository has no tests that measure time", () => {
    expect(foundIn(timingsIn)).toEqual([]);
  });

  test.each([
    ["performance.now", "const began = performance.now(); expect(began).toBeLessThan(5);"],
    ["process.hrtime", "const began = process.hrtime.bigint();"],
    ["process.cpuUsage", "expect(process.cpuUsage().user).toBeLessThan(5);"],
    ["the time since a start", "expect(Date.now() - began).toBeLessThan(100);"],
  ])("The rule against measured time finds %s", (_what, code) => {
    expect(timingsIn(code)).toHaveLength(1);
  });

  test("The rule against measured time allows a time in the past", () => {
    expect(timingsIn("const past = new Date(Date.now() - 60_000 - HOUR_MS);")).toEqual([]);
  });
});
