import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readCorpus } from "./read-corpus.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "corpus-"));
});
afterAll(() => rm(folder, { recursive: true }));

const write = async (name: string, content: string | Buffer) => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
};
const line = (change: object = {}, span: object = {}) =>
  JSON.stringify({
    id: "a",
    language: "de",
    text: "😀 Anna",
    spans: [{ start: 3, end: 7, type: "PERSON", raw: "PER", value: "Anna", ...span }],
    ...change,
  });
const EXPECTED = {
  id: "a",
  language: "de",
  text: "😀 Anna",
  gold: [{ start: 3, end: 7, type: "PERSON", optional: false }],
};

test("When a file of JSON lines is plain or compressed, then its texts are read with UTF-16 offsets", async () => {
  const content = `\ufeff${line()}\r\n\n${line({ text: "\u2028", spans: [] })}`;
  const second = { ...EXPECTED, text: "\u2028", gold: [] };
  expect(await readCorpus(await write("a.jsonl", content))).toEqual([EXPECTED, second]);
  expect(await readCorpus(await write("a.jsonl.gz", gzipSync(content)))).toEqual([
    EXPECTED,
    second,
  ]);
});

test("When a line has no language and an optional span, then the text has no language and the span is optional", async () => {
  const content = line({ language: undefined }, { optional: true });
  expect(await readCorpus(await write("b.jsonl", content))).toMatchObject([
    { language: undefined, gold: [{ optional: true }] },
  ]);
});

describe("A malformed line of a corpus", () => {
  test.each([
    ["{", "not JSON"],
    ["[]", "the line is not an object"],
    [line({ id: undefined }), '"id" is missing'],
    [line({ text: 1 }), '"text" is missing or not a string'],
    [line({ spans: undefined }), '"spans" is missing or not an array'],
    [line({ language: "fr" }), '"language" must be "en" or "de"'],
    [line({}, { start: undefined }), 'spans[0]: "start" or "end" is missing or not an offset'],
    [line({}, { start: 1.5 }), 'spans[0]: "start" or "end" is missing or not an offset'],
    [line({}, { type: undefined }), 'spans[0]: "type" is missing'],
    [line({}, { optional: 1 }), 'spans[0]: "optional" is not a boolean'],
    [line({}, { end: 8 }), "spans[0]: 3-8 is not a span of a text of 7 UTF-16 code units"],
    [line({}, { end: 3 }), "spans[0]: 3-3 is not a span of a text of 7 UTF-16 code units"],
    [
      line({}, { start: 2, end: 6 }),
      'spans[0]: the text at 2-6 is not "value" (offsets in UTF-16?)',
    ],
  ])(
    "When the line is %s, then the error contains its number and the problem: %s",
    async (bad, fault) => {
      const file = await write("bad.jsonl", `${line()}\n\n${bad}\n`);
      await expect(readCorpus(file)).rejects.toThrow(`${file}:3: ${fault}`);
    },
  );
});

test("When a file is missing, or is named .gz but not compressed, then it cannot be read", async () => {
  await expect(readCorpus(path.join(folder, "none.jsonl"))).rejects.toThrow("cannot be read");
  await expect(readCorpus(await write("c.jsonl.gz", "{}"))).rejects.toThrow("cannot be read");
});
