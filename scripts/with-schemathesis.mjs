import path from "node:path";
import { installPythonTool } from "./lib/python-tools.mjs";
import { run } from "./lib/run.mjs";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("Usage: scripts/with-schemathesis COMMAND [ARGUMENTS]");
  process.exit(2);
}
try {
  const folder = await installPythonTool("schemathesis");
  const env = { VEIL_TEST_SCHEMATHESIS: path.join(folder, "bin/schemathesis") };
  process.exitCode = await run(program, args, { env });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
