/** @all relinks thousands of texts */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { relinkArguments } from "./arguments/arguments-relinker.ts";
import { relinkAnswer } from "./relink-answer.ts";
import { createStreamRelinker } from "./stream/stream-relinker.ts";

interface Answer {
  readonly text: string;
  readonly restored: number;
  readonly restoredInStream: number;
}

interface Call {
  readonly arguments: unknown;
  readonly restored: number;
}

const corpus = (name: string) =>
  readFileSync(new URL(`../corpora/${name}`, import.meta.url), "utf8");
const linesOf = <T>(name: string) =>
  corpus(name)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

const VALUES = JSON.parse(corpus("values.json")) as Readonly<Record<string, string>>;
const ENTRIES = Object.entries(VALUES).map(([placeholder, value]) => ({ placeholder, value }));
const ANSWERS = linesOf<Answer>("answers.jsonl");
const CALLS = linesOf<Call>("tool-arguments.jsonl");
const MAX_LOST = 0.001;

/** Returns the share of the placeholders that were restored before but are not restored now. */
function lostShare(counts: readonly { readonly before: number; readonly now: number }[]): number {
  const lost = counts.map(({ before, now }) => Math.max(0, before - now));
  return sum(lost) / sum(counts.map(({ before }) => before));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe("In 2 000 ordinary answers, a third of them with links", () => {
  test("at most 0.1 % of the placeholders are lost in whole answers", () => {
    const counts = ANSWERS.map(({ text, restored }) => {
      const request = { blocks: [text], entries: ENTRIES, hosts: [] };
      return { before: restored, now: relinkAnswer({ form: "text", ...request }).restored };
    });
    expect(lostShare(counts)).toBeLessThanOrEqual(MAX_LOST);
  });

  test("at most 0.1 % of the placeholders are lost in streams", () => {
    const counts = ANSWERS.map(({ text, restoredInStream }) => {
      const stream = createStreamRelinker({ entries: ENTRIES });
      stream.push(text);
      stream.end();
      return { before: restoredInStream, now: stream.counts.restored };
    });
    expect(lostShare(counts)).toBeLessThanOrEqual(MAX_LOST);
  });

  test("the corpus has 2 000 answers, a third with links, and over 15 000 values", () => {
    const linked = ANSWERS.filter(({ text }) => /https?:\/\//.test(text));
    expect(ANSWERS).toHaveLength(2_000);
    expect(linked.length).toBeGreaterThan(ANSWERS.length / 3);
    expect(sum(ANSWERS.map(({ restored }) => restored))).toBeGreaterThan(15_000);
  });
});

test("In 1 000 arguments of tools, with whole files and links, at most 0.1 % of the placeholders are lost", async () => {
  const counts: { before: number; now: number }[] = [];
  for (const { arguments: given, restored } of CALLS) {
    let now = 0;
    await relinkArguments(JSON.stringify(given), async (text) => {
      const request = { blocks: [text], entries: ENTRIES, hosts: [] };
      const relinked = relinkAnswer({ form: "string", ...request });
      now += relinked.restored;
      return relinked.blocks.join("");
    });
    counts.push({ before: restored, now });
  }
  expect(counts).toHaveLength(1_000);
  expect(lostShare(counts)).toBeLessThanOrEqual(MAX_LOST);
});
