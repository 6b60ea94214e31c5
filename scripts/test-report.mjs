// Prints how long test runs took by kind of suite, their slowest suites, and the tests that failed.
// Usage: node scripts/test-report.mjs FOLDER...
// Each folder contains the results of one run, as scripts/lib/run-tests.mjs writes them.
import { readResults, readSuites } from "./lib/test-results.mjs";
import { timeLines } from "./lib/test-times.mjs";

const LISTED = 40;

const folders = process.argv.slice(2);
for (const line of timeLines(folders.flatMap(readSuites))) console.log(line);
const failed = folders.flatMap((folder) => readResults(folder).failedTests);
for (const test of failed.slice(0, LISTED)) console.log(`failed: ${test}`);
if (failed.length > LISTED) console.log(`and ${failed.length - LISTED} more failed tests`);
