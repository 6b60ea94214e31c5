import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { build, EVERYTHING } from "./prepare.mjs";
import { ROOT, TOOLING } from "./root.mjs";
import { run, runNode } from "./run.mjs";
import { step } from "./step.mjs";
import { readCounts, skippedSuites, summary } from "./test-results.mjs";

const RESULTS = process.env.VEIL_TEST_RESULTS ?? path.join(TOOLING, "test-results.json");

/**
 * Everything that has to be right: types, the forms of files, import rules, unused code, tests. Arguments
 * that name tests (`npm test -- packages/crypto`) run these alone. Resolves to the exit code.
 */
export async function runTests(args) {
  await step("types", () => build(EVERYTHING));
  const selected = args.some((arg) => !arg.startsWith("-"));
  const failedChecks = selected ? [] : await runChecks();
  const exitCode = await runJest(args);
  report(selected ? 0 : CHECKS.length + 1, failedChecks);
  return exitCode === 0 && failedChecks.length > 0 ? 1 : exitCode;
}

const CHECKS = [
  ["tsconfig files", ["scripts/tsconfigs.mjs", "--check"]],
  ["form (biome)", ["node_modules/@biomejs/biome/bin/biome", "check", "."]],
  [
    "imports (dependency-cruiser)",
    ["node_modules/dependency-cruiser/bin/dependency-cruise.mjs", ...sources()],
  ],
  ["unused code (knip)", ["node_modules/knip/bin/knip.js"]],
];

function sources() {
  return ["packages", "services", "test-e2e", "bench"].filter((folder) =>
    existsSync(path.join(ROOT, folder)),
  );
}

async function runChecks() {
  const failed = [];
  for (const [what, args] of CHECKS) {
    const code = await step(what, () => runNode(args, { quiet: true }));
    if (code !== 0) failed.push(what);
  }
  return failed;
}

/** On real servers where there are any. */
async function runJest(args) {
  rmSync(RESULTS, { force: true });
  const jest = ["node_modules/jest/bin/jest.js", "--json", `--outputFile=${RESULTS}`, ...args];
  return run("scripts/with-infra", [process.execPath, "--experimental-vm-modules", ...jest], {
    env: { NODE_NO_WARNINGS: "1" },
  });
}

/** The last line is for machines, too: `N passed, N failed, N skipped`. */
function report(checks, failedChecks) {
  for (const name of skippedSuites(RESULTS)) console.log(`not run: ${name}`);
  for (const what of failedChecks) console.log(`failed: ${what}`);
  const tests = readCounts(RESULTS);
  console.log(
    summary({
      passed: tests.passed + checks - failedChecks.length,
      failed: tests.failed + failedChecks.length,
      skipped: tests.skipped,
    }),
  );
}
