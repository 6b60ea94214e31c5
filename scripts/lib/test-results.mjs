import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./root.mjs";
import { timeLines } from "./test-times.mjs";

/**
 * Counts results. A suite that did not start and a run without a results file are one failure each.
 */
export function readResults(folder) {
  const suites = readSuites(folder);
  const tests = suites.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: path.relative(ROOT, name) })),
  );
  const broken = suites
    .filter(isBroken)
    .map(({ name }) => `${path.relative(ROOT, name)} did not run`);
  const failed = tests.filter(({ status }) => status === "failed");
  const skipped = tests.filter(({ status }) => status === "pending" || status === "todo");
  return {
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: failed.length + broken.length + (resultFiles(folder).length === 0 ? 1 : 0),
    skipped: skipped.length,
    failedTests: [...broken, ...failed.map(({ file, fullName }) => `${file}: ${fullName}`)],
    /** Titles of the outermost `describe` blocks, which contain the missing requirement. */
    skippedSuites: [...new Set(skipped.map(outermostName))].sort(),
    timeLines: timeLines(suites),
  };
}

export function readSuites(folder) {
  const runs = resultFiles(folder).map((file) => JSON.parse(readFileSync(file, "utf8")));
  return runs.flatMap(({ testResults }) => testResults);
}

function resultFiles(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.map((name) => path.join(folder, name));
}

export function summary({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

function isBroken({ status, assertionResults }) {
  return status === "failed" && !assertionResults.some((test) => test.status === "failed");
}

function outermostName({ ancestorTitles, title }) {
  return ancestorTitles[0] ?? title;
}
