// Prints how the time of test runs was spent, by kind of suite, and the slowest suites: node
// scripts/test-times.mjs FOLDER...
// Each folder has the results of a run, as scripts/lib/run-tests.mjs keeps them.
import { readSuites } from "./lib/test-results.mjs";
import { timeLines } from "./lib/test-times.mjs";

for (const line of timeLines(process.argv.slice(2).flatMap(readSuites))) console.log(line);
