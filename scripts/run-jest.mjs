// Runs jest with each configuration in VEIL_TEST_CONFIGS and writes the results as JSON to the
// folder VEIL_TEST_RESULTS. Fails if an open handle keeps jest alive.
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { runNode } from "./lib/run.mjs";
import { step } from "./lib/step.mjs";

const EXIT_MS = 15_000;
const folder = process.env.VEIL_TEST_RESULTS;
const args = process.argv.slice(2);

let exitCode = 0;
for (const config of process.env.VEIL_TEST_CONFIGS.split(" ")) {
  const code = await step(config, () => runSuite(config));
  if (code >= 128) process.exit(code);
  exitCode ||= code;
}
process.exitCode = exitCode;

async function runSuite(config) {
  const output = path.join(folder, `${path.basename(config, ".mjs")}.json`);
  const ending = new AbortController();
  const check = setInterval(() => {
    if (existsSync(output) && Date.now() - statSync(output).mtimeMs > EXIT_MS) ending.abort();
  }, 1_000);
  try {
    return await runNode(
      [
        ...["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--config", config],
        ...["--json", `--outputFile=${output}`, ...args],
      ],
      { signal: ending.signal },
    );
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    console.error(`failed: ${config}: a test left an open handle, which kept jest alive`);
    return 1;
  } finally {
    clearInterval(check);
  }
}
