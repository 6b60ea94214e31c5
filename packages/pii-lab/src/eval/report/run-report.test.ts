/** @slow reads the models of names */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { runReport } from "./run-report.ts";

const PARTS = ["types", "bars", "misses-by-type", "missed-persons", "false-persons", "sets"];
const CORPUS = [
  { text: "from smith@example.com", type: "PERSON", value: "smith@example.com" },
  { text: "qwertz uiop", type: "PERSON", value: "qwertz uiop" },
].map(({ text, type, value }, id) => {
  const start = text.indexOf(value);
  const spans = [{ start, end: start + value.length, type, value }];
  return JSON.stringify({ id: String(id), language: "en", text, spans });
});

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "report-"));
});
afterEach(() => rm(folder, { recursive: true }));

function report(document: string) {
  return runReport({
    models: readBundledModels(),
    engine: createEngine(),
    nowMs: () => 0,
    signal: new AbortController().signal,
    print: () => {},
    note: () => {},
    dataFolder: folder,
    document,
  });
}

test("When it runs, then the document has deterministic figures and no text of a corpus", async () => {
  const document = path.join(folder, "detection.md");
  await mkdir(path.join(folder, "dev"));
  await writeFile(path.join(folder, "dev", "uner_ewt_en.dev.jsonl"), CORPUS.join("\n"));
  const marks = PARTS.map((part) => `<!-- generated: ${part} -->\n<!-- /generated -->\n`);
  await writeFile(document, `# Title\n${marks.join("\n")}`);
  await report(document);
  const written = await readFile(document, "utf8");
  expect(written).toContain(
    "| `uner_ewt_en.dev` | default | PERSON flagged | >= 0.941 | 0.500 | **no** |",
  );
  expect(written).toContain("|  | all | PERSON flagged | >= 0.95 | 0.500 | **no** |");
  expect(written).toContain("| lower case | 1/2 (50 %) |");
  expect(written).toContain("| `uner_ewt_en.dev` | PERSON 1 | none |");
  expect(written).not.toMatch(/smith|qwertz/);
  await report(document);
  expect(await readFile(document, "utf8")).toBe(written);
  expect(await readdir(folder)).toEqual(["detection.md", "dev"]);
});

test("When the development sets are missing, then the error says so", async () => {
  await expect(report(path.join(folder, "detection.md"))).rejects.toThrow("VEIL_DATA");
});
