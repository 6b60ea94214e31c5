/** @slow starts threads with a model of its own */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { WAIT_CEILING_MS } from "@veil/testing";
import { describeEntityRecognizer } from "./entity-recognizer.contract.ts";
import { createOnnxRecognizer } from "./onnx-entity-recognizer.ts";

/** Made by `make.py` in its folder: knows a few words, and reads 14 tokens at a time. */
const MODEL = path.resolve(import.meta.dirname, "../../test/ner-model");
// Threads cannot load TypeScript, so they run the build.
const worker = new URL("../../dist/adapters/onnx-worker.js", import.meta.url);
const onError = () => {};
const settings = { worker, onError, languages: ["en", "de"] as const, minScore: 0.5, threads: 1 };
const open = (folder = MODEL) => createOnnxRecognizer({ ...settings, folder });

function changed(files: Readonly<Record<string, string | undefined>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-ner-"));
  cpSync(MODEL, folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    rmSync(path.join(folder, name));
    if (content !== undefined) writeFileSync(path.join(folder, name), content);
  }
  return folder;
}
const tooFewLabels = JSON.stringify({ id2label: { 0: "O", 1: "B-PER" } });

describeEntityRecognizer("ONNX", () => open(), {
  languages: ["en", "de"],
  failing: [
    ["has other labels than its folder says", () => open(changed({ "config.json": tooFewLabels }))],
  ],
});

test("A name in pieces, with signs, or across windows is found whole; labels of other types are not", async () => {
  const recognizer = await open();
  const text = `Canadian Thomas Müller in Berlin, ${"and then ".repeat(5)}John Smith-Jones!`;
  const [found = []] = await recognizer.recognize(
    [{ text, language: "en" }],
    AbortSignal.timeout(WAIT_CEILING_MS),
  );
  expect(found.map(({ start, end, type }) => [type, text.slice(start, end)])).toEqual([
    ["PERSON", "Thomas Müller"],
    ["LOCATION", "Berlin"],
    ["PERSON", "John Smith-Jones"],
  ]);
  expect(found[0]?.confidence).toBeCloseTo(Math.exp(6) / (Math.exp(6) + 4), 4);
  await recognizer.close();
});

test("When its time is over in the middle of a text, then the next one is not kept waiting", async () => {
  const recognizer = await open();
  const endless = [{ text: "John Smith and then ".repeat(200_000), language: "en" }] as const;
  await expect(recognizer.recognize(endless, AbortSignal.timeout(200))).rejects.toMatchObject({
    code: "sanitizer_unavailable",
  });
  const texts = [{ text: "John Smith", language: "en" }] as const;
  expect(await recognizer.recognize(texts, AbortSignal.timeout(WAIT_CEILING_MS))).toHaveLength(1);
  await recognizer.close();
});

test("Findings less sure than the setting are left out", async () => {
  const recognizer = await createOnnxRecognizer({ ...settings, folder: MODEL, minScore: 0.999 });
  const texts = [{ text: "John Smith", language: "en" }] as const;
  expect(await recognizer.recognize(texts, AbortSignal.timeout(WAIT_CEILING_MS))).toEqual([[]]);
  await recognizer.close();
});

describe("A folder is refused, by the name of its file, when", () => {
  test.each<[string, Record<string, string | undefined>, RegExp]>([
    ["it has no model", { "model.onnx": undefined }, /NER_MODEL_DIR: model\.onnx is missing/],
    ["it has no labels", { "config.json": undefined }, /config\.json is missing/],
    ["it has no tokenizer", { "tokenizer.json": undefined }, /tokenizer\.json is missing/],
    ["its model is none", { "model.onnx": "ONNX" }, /model\.onnx cannot be loaded/],
    ["its labels are none", { "config.json": "{}" }, /config\.json is not/],
    ["a label has no name", { "config.json": '{"id2label":{"1":"O"}}' }, /without a name/],
    [
      "its tokenizer is another kind",
      { "tokenizer.json": '{"model":{"type":"BPE"}}' },
      /tokenizer\.json is not/,
    ],
  ])("%s", async (_case, files, message) => {
    await expect(open(changed(files))).rejects.toThrow(message);
  });
});
