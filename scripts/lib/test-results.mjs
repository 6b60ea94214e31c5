import { existsSync, readFileSync } from "node:fs";

/** Of a results file of jest's. A run that left none counts as one failure; so does a suite that did not start. */
export function readCounts(file) {
  const results = read(file);
  if (results === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

/** The outermost names of tests that were skipped: suites say in their name what they lack. */
export function skippedSuites(file) {
  const tests = read(file)?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  const skipped = tests.filter(({ status }) => status === "pending" || status === "todo");
  return [
    ...new Set(skipped.map(({ ancestorTitles, title }) => ancestorTitles[0] ?? title)),
  ].sort();
}

/** `N passed, N failed`, and `, N skipped` where there are any. */
export function summary({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
