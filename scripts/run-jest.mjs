// Runs jest on the components, then on whole stacks, each with results of its own as JSON in the folder that
// VEIL_TEST_RESULTS names. Fails when either does.
import path from "node:path";
import { runNode } from "./lib/run.mjs";

const SUITES = ["jest.config.mjs", "jest.e2e.config.mjs"];
const folder = process.env.VEIL_TEST_RESULTS;
const args = process.argv.slice(2);

let exitCode = 0;
for (const config of SUITES) {
  const output = path.join(folder, `${path.basename(config, ".mjs")}.json`);
  const code = await runNode([
    ...["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--config", config],
    ...["--json", `--outputFile=${output}`, ...args],
  ]);
  if (code >= 128) process.exit(code);
  exitCode ||= code;
}
process.exitCode = exitCode;
