import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { PiiEngine } from "@veil/pii";
import { parseEvalArguments } from "./arguments.ts";
import { runEval } from "./run-eval.ts";
import { createWordEngine } from "./word-engine.fixture.ts";

/** Creates fake dependencies. The engine takes ten milliseconds per text. */
function createFakes(signal: AbortSignal = new AbortController().signal) {
  let now = 0;
  const printed: string[] = [];
  const words = createWordEngine();
  const engine: PiiEngine = {
    ...words,
    find(text, options) {
      now += 10;
      return words.find(text, options);
    },
  };
  const print = (line: string) => void printed.push(line);
  return { printed, deps: { engine, nowMs: () => now, signal, print, note: () => {} } };
}

const CORPUS = [
  { id: "1", text: "Anna of Acme", spans: [span("PERSON", 0, 4), span("ORGANIZATION", 8, 12)] },
  {
    id: "2",
    text: "write a@b.co or Jo",
    spans: [span("EMAIL_ADDRESS", 6, 12), span("PERSON", 16, 18)],
  },
]
  .map((text) => `${JSON.stringify({ language: "en", ...text })}\n`)
  .join("");

function span(type: string, start: number, end: number) {
  return { start, end, type };
}

let folder = "";
let file = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "eval-"));
  file = path.join(folder, "some.jsonl");
  await writeFile(file, CORPUS);
});
afterEach(() => rm(folder, { recursive: true }));

function evaluation(...args: string[]) {
  const parsed = parseEvalArguments(args);
  if (parsed.kind !== "evaluate") throw new Error("no evaluation");
  return parsed;
}

test("When --json is given, then one line with the documented keys is printed for each file", async () => {
  const { deps, printed } = createFakes();
  await runEval(evaluation(file, file, "--policy", "all", "--json"), deps);
  expect(printed).toHaveLength(2);
  const hit = { precision: 1, recall: 1, f1: 1, flagged_recall: 1, covered_recall: 1 };
  expect(JSON.parse(printed[0] ?? "")).toEqual({
    file,
    policy: "all",
    language: "en",
    texts: 2,
    types: {
      EMAIL_ADDRESS: { gold: 1, ...hit },
      ORGANIZATION: { gold: 1, ...hit },
      PERSON: {
        gold: 2,
        precision: 1,
        recall: 0.5,
        f1: 0.666667,
        flagged_recall: 0.5,
        covered_recall: 0.5,
      },
    },
    person_precision_overlap: 1,
    redaction: { recall: 0.857143, precision: 1, f2: 0.882353 },
    redaction_default: { recall: 0.8, precision: 1, f2: 0.833333 },
    texts_per_second: 100,
  });
});

describe("pii:eval without --policy", () => {
  const named = { id: "1", language: "en", text: "Acme of Acme" };

  test("When no policy is given, then a person found as an organization counts as missed", async () => {
    await writeFile(file, JSON.stringify({ ...named, spans: [span("PERSON", 0, 4)] }));
    const figures = await figuresOf(evaluation(file, "--json"));
    expect(figures).toMatchObject({
      policy: "default",
      types: { PERSON: { gold: 1, flagged_recall: 0, covered_recall: 0 } },
      redaction_default: { recall: 0 },
    });
    const all = await figuresOf(evaluation(file, "--json", "--policy", "all"));
    expect(all).toMatchObject({ types: { PERSON: { flagged_recall: 1, covered_recall: 1 } } });
  });

  test("When no policy is given, then an organization found as a person is a false positive, and an organization that is not found does not count as missed", async () => {
    const spans = [span("ORGANIZATION", 0, 4), span("ORGANIZATION", 8, 12)];
    await writeFile(file, JSON.stringify({ ...named, text: "Anna or Acme", spans }));
    const figures = await figuresOf(evaluation(file, "--json"));
    expect(figures).toMatchObject({
      person_precision_overlap: 0,
      redaction_default: { recall: null, precision: 1 },
    });
    expect(figures).not.toHaveProperty("types.ORGANIZATION");
  });

  test("When no policy is given, then predictions and misses omit organizations", async () => {
    const { deps, printed } = createFakes();
    const predictions = path.join(folder, "out");
    await runEval(evaluation(file, "--misses", "3", "--predictions", predictions), deps);
    expect(await readFile(path.join(predictions, "some.jsonl"), "utf8")).not.toContain("ORGAN");
    expect(printed[1]).toContain("missed: PERSON (1)");
    expect(printed[1]).not.toContain("ORGANIZATION");
  });

  async function figuresOf(args: ReturnType<typeof evaluation>): Promise<object> {
    const { deps, printed } = createFakes();
    await runEval(args, deps);
    return JSON.parse(printed[0] ?? "");
  }
});

test("When --json is not given, then a table is printed, followed by misses if --misses is given", async () => {
  const { deps, printed } = createFakes();
  await runEval(evaluation(file, "--policy", "all", "--misses", "3"), deps);
  const [table = "", misses = ""] = printed;
  expect(table).toContain("2 texts, policy all");
  expect(table).toMatch(/PERSON\s+│\s+2 │\s+100\.0 │\s+50\.0 │\s+66\.7 │\s+50\.0 │\s+50\.0/);
  expect(table).toMatch(/all\s+│\s+4 /);
  expect(misses).toContain("missed: PERSON (1)\n  write a@b.co or ⟦Jo⟧   [2]");
});

test("When --predictions is given, then a file of the same name contains the findings, with the corpus's type names", async () => {
  const { deps } = createFakes();
  const predictions = path.join(folder, "new", "folder");
  await runEval(evaluation(file, "--policy", "all", "--predictions", predictions), deps);
  expect(await readdir(predictions)).toEqual(["some.jsonl"]);
  const lines = (await readFile(path.join(predictions, "some.jsonl"), "utf8")).split("\n");
  expect(lines.map((line) => (line === "" ? line : JSON.parse(line)))).toEqual([
    {
      id: "1",
      spans: [
        { start: 0, end: 4, type: "PERSON", score: 0.9 },
        { start: 8, end: 12, type: "ORGANIZATION", score: 0.9 },
      ],
    },
    { id: "2", spans: [{ start: 6, end: 12, type: "EMAIL_ADDRESS", score: 0.9 }] },
    "",
  ]);
});

test("When a corpus file is compressed, then its predictions are compressed too", async () => {
  const compressed = path.join(folder, "some.jsonl.gz");
  await writeFile(compressed, (await import("node:zlib")).gzipSync(CORPUS));
  const predictions = path.join(folder, "out");
  await runEval(evaluation(compressed, "--predictions", predictions), createFakes().deps);
  const written = gunzipSync(await readFile(path.join(predictions, "some.jsonl.gz"))).toString();
  expect(written.split("\n")).toHaveLength(3);
});

test("When the evaluation is interrupted, then no predictions are written", async () => {
  await writeFile(file, CORPUS.repeat(10));
  const predictions = path.join(folder, "out");
  const args = evaluation(file, "--predictions", predictions);
  await expect(runEval(args, createFakes(AbortSignal.abort()).deps)).rejects.toThrow("aborted");
  expect(await readdir(folder)).toEqual(["some.jsonl"]);
});

test("When --predictions is given and two files have the same name, then the evaluation is refused", async () => {
  const args = evaluation(file, path.join(folder, "x", "some.jsonl"), "--predictions", folder);
  await expect(runEval(args, createFakes().deps)).rejects.toThrow("Two files are named some.jsonl");
});

test.each([
  [[], "No files given"],
  [["--report"], "--report"],
  [["a", "--misses", "x"], "--misses must be a whole number"],
  [["a", "--seed", "-1"], "--seed"],
  [["a", "--json", "--misses", "1"], "cannot be used together"],
  [["a", "--jsn"], "--jsn"],
  [["a", "--policy", "some"], "--policy must be default or all"],
])("The arguments %j of pii:eval are refused with %j", (args, message) => {
  expect(() => parseEvalArguments(args)).toThrow(message);
});
