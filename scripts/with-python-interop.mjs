import path from "node:path";
import { installPythonTool } from "./lib/python-tools.mjs";
import { run } from "./lib/run.mjs";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("Usage: scripts/with-python-interop COMMAND [ARGUMENTS]");
  process.exit(2);
}
try {
  // aics-witness requires Python 3.12 but also runs on 3.11, which Debian 12 ships.
  const folder = await installPythonTool("python-interop", ["--ignore-requires-python"]);
  const env = { VEIL_TEST_PYTHON_INTEROP: path.join(folder, "bin/python") };
  process.exitCode = await run(program, args, { env });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
