// Runs `npm start`, `npm test` and `npm run bench` on a machine with only Node and npm: installs
// the pinned pnpm and the dependencies, builds, and runs the command. Later runs install and
// build only what has changed.
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { BENCH, CHAOS, LAB, prepare, RELEASE, STACK } = await import("./lib/prepare.mjs");
const { runNode, WITH_INFRA } = await import("./lib/run.mjs");
const { runTests } = await import("./lib/run-tests.mjs");
const { withOptionalPresidio } = await import("./lib/optional-presidio.mjs");

/** Benchmarks that also measure the cluster profile, which needs real servers. */
const NEED_SERVERS = ["pipeline", "veil"];

const COMMANDS = new Map([
  ["start", start],
  ["test", test],
  ["bench", bench],
  ["chaos", chaos],
  ["release", release],
  ["pii:eval", (args) => lab("eval", args)],
  ["pii:report", report],
  ["pii:cases", (args) => lab("cases", args)],
  ["pii:structured", (args) => lab("structured", args)],
  ["pii:labels", (args) => lab("labels", args)],
  ["pii:false-positives", (args) => lab("false-positives", args)],
  ["pii:train", (args) => lab("train", args)],
]);

const [name = "", ...args] = process.argv.slice(2);
const command = COMMANDS.get(name);
if (command === undefined) {
  console.error(`Usage: node scripts/bootstrap.mjs ${[...COMMANDS.keys()].join("|")} [arguments]`);
  process.exit(2);
}
try {
  process.exitCode = await command(args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function start(args) {
  await prepare(STACK);
  return runNode(["tools/local-stack/dist/main.js", ...args]);
}

async function test(args) {
  await prepare([]);
  return runTests(args);
}

async function chaos(args) {
  await prepare(CHAOS);
  return runNode(["tools/chaos/dist/main.js", ...args]);
}

async function release(args) {
  await prepare(RELEASE);
  return runNode(["tools/release-maker/dist/main.js", ...args]);
}

async function lab(tool, args) {
  await prepare(LAB);
  return runNode([`tools/pii-lab/dist/${tool}/main.js`, ...args]);
}

async function report(args) {
  await prepare(LAB);
  const needsPresidio = !["--help", "--without-peer"].some((option) => args.includes(option));
  return withOptionalPresidio(needsPresidio, (env) =>
    runNode(["tools/pii-lab/dist/report/main.js", ...args], { env }),
  );
}

async function bench(args) {
  await prepare(BENCH);
  const servers = NEED_SERVERS.some((name) => args.includes(name))
    ? [WITH_INFRA, process.execPath]
    : [];
  return withOptionalPresidio(args.includes("sanitiser"), (env) =>
    runNode([...servers, "tools/bench/dist/main.js", ...args], { env }),
  );
}
