// Prints how long test runs took by kind of suite, and their slowest suites.
// Usage: node scripts/test-times.mjs FOLDER...
// Each folder contains the results of one run, as scripts/lib/run-tests.mjs writes them.
import { readSuites } from "./lib/test-results.mjs";
import { timeLines } from "./lib/test-times.mjs";

for (const line of timeLines(process.argv.slice(2).flatMap(readSuites))) console.log(line);
