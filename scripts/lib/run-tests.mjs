import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { startCpuTime } from "./cpu-time.mjs";
import { build, EVERYTHING } from "./prepare.mjs";
import { ROOT, TOOLING } from "./root.mjs";
import { runNode, WITH_INFRA } from "./run.mjs";
import { step } from "./step.mjs";
import { suitesLeftOut } from "./suites-left-out.mjs";
import { HELP, readTestArguments } from "./test-arguments.mjs";
import { readResults, summary } from "./test-results.mjs";

const ONE_PROCESS = "jest.config.mjs";
const STACKS = "jest.e2e.config.mjs";
/**
 * Suites that take minutes or need privileges. They run with `--heavy` or if the user names them.
 */
const NAMESPACES = "jest.isolation.config.mjs";
const RESULTS = path.join(TOOLING, "test-results");

const CHECKS = [
  ["tsconfig files", ["scripts/tsconfigs.mjs", "--check"]],
  ["form (biome)", ["node_modules/@biomejs/biome/bin/biome", "check", "."]],
  ["imports (dependency-cruiser)", ["node_modules/dependency-cruiser/bin/dependency-cruise.mjs"]],
  ["the portal's types of the API", ["scripts/portal-schema.mjs", "--check"]],
  ["unused code (knip)", ["node_modules/knip/bin/knip.js", "--no-config-hints"]],
];
const SOURCES = ["packages", "services", "tools", "test-e2e"];

const totalCpuTime = startCpuTime(0);

/**
 * Runs tests and resolves to the exit code. If arguments name tests (`npm test --
 * packages/crypto`), only these run.
 */
export async function runTests(args) {
  const selection = readTestArguments(args);
  if (selection.help) {
    process.stdout.write(HELP);
    return 0;
  }
  await step("types", () => build(EVERYTHING));
  const partly = selection.selected || selection.tier === "fast";
  const failedChecks = partly ? [] : await runChecks();
  const leftOut = suitesLeftOut(selection);
  const exitCode = await step("tests", () => runJest(selection, leftOut));
  if (!partly) reportLeftOut(selection.tier, leftOut);
  report(partly ? 0 : CHECKS.length + 1, failedChecks, exitCode);
  return exitCode === 0 && failedChecks.length > 0 ? 1 : exitCode;
}

async function runChecks() {
  const failed = [];
  for (const [what, args] of CHECKS) {
    const folders = what.startsWith("imports") ? SOURCES.filter(isThere) : [];
    const code = await step(what, () => runNode([...args, ...folders], { output: "onFailure" }));
    if (code !== 0) failed.push(what);
  }
  return failed;
}

function isThere(folder) {
  return existsSync(path.join(ROOT, folder));
}

async function runJest(selection, leftOut) {
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const program = ["scripts/run-jest.mjs", ...jestArguments(selection, leftOut)];
  const isFast = selection.tier === "fast";
  return runNode(isFast ? program : [WITH_INFRA, process.execPath, ...program], {
    env: {
      NODE_NO_WARNINGS: "1",
      VEIL_TEST_CONFIGS: jestConfigs(selection).join(" "),
      VEIL_TEST_RESULTS: RESULTS,
      VEIL_TEST_SAMPLE: sampleFor(selection),
    },
  });
}

/** Returns the value of VEIL_TEST_SAMPLE, which `sampleOf` of @veil/testing reads. */
function sampleFor({ tier }) {
  const { VEIL_TEST_SAMPLE: given } = process.env;
  const sample = given ?? (tier === "heavy" ? "all" : String(randomInt(2 ** 31)));
  console.error(`> samples: VEIL_TEST_SAMPLE=${sample}`);
  return sample;
}

function jestConfigs({ tier, selected }) {
  if (tier === "fast") return [ONE_PROCESS];
  return tier === "heavy" || selected ? [ONE_PROCESS, STACKS, NAMESPACES] : [ONE_PROCESS, STACKS];
}

function jestArguments({ selected, rest }, leftOut) {
  // This option must be the last one, because jest reads every argument after it as another
  // pattern.
  const patterns = `--testPathIgnorePatterns=/node_modules/|${leftOut.join("|")}`;
  return [
    ...(selected ? ["--passWithNoTests"] : []),
    ...rest,
    ...(leftOut.length > 0 ? [patterns] : []),
  ];
}

function reportLeftOut(tier, leftOut) {
  if (tier === "heavy") return;
  for (const suite of leftOut) console.log(`not in this tier: ${suite}`);
  console.log("not in this tier: network namespaces");
}

/** Prints the results. The last line is machine-readable. */
function report(checks, failedChecks, exitCode) {
  const tests = readResults(RESULTS);
  for (const line of tests.timeLines) console.log(line);
  console.log(`Installation, checks and tests${totalCpuTime()}`);
  for (const name of tests.skippedSuites) console.log(`not run: ${name}`);
  for (const what of [...failedChecks, ...tests.failedTests]) console.log(`failed: ${what}`);
  const passed = tests.passed + checks - failedChecks.length;
  const counted = tests.failed + failedChecks.length;
  // Jest can fail without a failed test, e.g. when an open handle keeps it alive.
  const failed = exitCode === 0 ? counted : Math.max(1, counted);
  console.log(summary({ passed, failed, skipped: tests.skipped }));
}
