import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { AccuracyReport } from "@veil/contracts/accuracy-report";
import { checkedJson } from "@veil/contracts/parsing";
import { corpusLine, createReportFolders } from "./report.fixture.ts";
import { runReport } from "./run-report.ts";

const PARTS = ["types", "bars", "misses-by-type", "missed-persons", "false-persons", "sets"];
const CORPUS = [
  corpusLine("1", "en", "of [PERSON:Anna]"),
  corpusLine("2", "en", "[PERSON:qwertz uiop]"),
].join("");

let folders: Awaited<ReturnType<typeof createReportFolders>>;
beforeEach(async () => {
  const marks = PARTS.map((part) => `<!-- generated: ${part} -->\n<!-- /generated -->\n`);
  folders = await createReportFolders({
    "corpora/own.jsonl": CORPUS,
    "data/dev/uner_ewt_en.dev.jsonl": CORPUS,
    "detection.md": `# Title\n${marks.join("\n")}`,
  });
});
afterEach(() => folders.remove());

const document = () => readFile(folders.deps.document, "utf8");

test("When --document is given, then the document has deterministic figures and no text of a corpus", async () => {
  await runReport(folders.args("--document"), folders.deps);
  const written = await document();
  expect(written).toContain(
    "| `uner_ewt_en.dev` | default | PERSON flagged | >= 0.947 | 0.500 | **no** |",
  );
  expect(written).toContain("|  | all | PERSON flagged | >= 0.95 | 0.500 | **no** |");
  expect(written).toContain("| lower case | 1/1 (100 %) |");
  expect(written).toContain("| `uner_ewt_en.dev` | PERSON 1 | none |");
  expect(written).toContain("### uner_ewt_en.dev (en, 2 texts)");
  expect(written).not.toMatch(/Anna|qwertz/);
  await runReport(folders.args("--document"), folders.deps);
  expect(await document()).toBe(written);
});

test("When --document is given, then the report of the release has the figures of the default policy", async () => {
  await runReport(folders.args("--document"), folders.deps);
  const report = checkedJson(AccuracyReport)(await readFile(folders.deps.accuracy));
  expect(report.sets.map(({ title }) => title)).toEqual([
    ...["English, committed sets", "English, development sets"],
  ]);
  expect(report.sets[0]).toEqual({
    ...{ title: "English, committed sets", texts: 2 },
    redaction: { recall: 0.2857, precision: 1 },
    types: { PERSON: { values: 2, replaced: 0.5, precision: 1 } },
  });
});

test("When --document is not given, then the document does not change", async () => {
  await writeFile(folders.deps.document, "as it is");
  await runReport(folders.args(), folders.deps);
  expect(await document()).toBe("as it is");
});
