import path from "node:path";
import { installPythonTool } from "./lib/python-tools.mjs";
import { run } from "./lib/run.mjs";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("Usage: scripts/with-python-sdks COMMAND [ARGUMENTS]");
  process.exit(2);
}
try {
  const folder = await installPythonTool("python-sdks");
  const env = { VEIL_TEST_PYTHON: path.join(folder, "bin/python") };
  process.exitCode = await run(program, args, { env });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
