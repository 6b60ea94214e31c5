import { goTool } from "./lib/go-tools.mjs";
import { run } from "./lib/run.mjs";

const VARIABLES = {
  cyclonus: "VEIL_TEST_CYCLONUS",
  helm: "VEIL_TEST_HELM",
  "verify-log": "VEIL_TEST_VERIFY_LOG",
};

const [names = "", program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("Usage: scripts/with-go-tools or scripts/with-helm, COMMAND [ARGUMENTS]");
  process.exit(2);
}
const env = {};
for (const name of names.split(",")) {
  const tool = await goTool(name);
  if (tool === undefined) {
    console.error(`${name} cannot be built: is Go installed?`);
    process.exit(1);
  }
  env[VARIABLES[name]] = tool;
}
process.exitCode = await run(program, args, { env });
