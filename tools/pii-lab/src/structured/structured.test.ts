/** @all reads the name models */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { readCorpus } from "../eval/corpus/read-corpus.ts";
import { generateStructured } from "./generate.ts";
import { judge, precisionOf, recallOf } from "./judge.ts";

const FILE = fileURLToPath(new URL("../../corpora/structured.jsonl", import.meta.url));
const RECALL = 0.99;
const PRECISION = 0.98;
const LEAST = 200;

const texts = await readCorpus(FILE);
const scores = judge(texts, createEngine({ names: readBundledModels() }));

describe("The generated set of structured identifiers", () => {
  test("the committed file of structured identifiers equals what the seed generates", async () => {
    expect(`${generateStructured().join("\n")}\n`).toBe(await readFile(FILE, "utf8"));
  });

  test.each([...scores])(
    "values of type %s are found, with few misses and few false positives",
    (_type, score) => {
      expect(score.gold).toBeGreaterThanOrEqual(LEAST);
      expect({
        recall: recallOf(score) >= RECALL,
        precision: precisionOf(score) >= PRECISION,
        errors: recallOf(score) >= RECALL && precisionOf(score) >= PRECISION ? [] : score.errors,
      }).toEqual({ recall: true, precision: true, errors: [] });
    },
  );
});
