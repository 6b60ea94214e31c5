import path from "node:path";
import { installPythonTool } from "./lib/python-tools.mjs";
import { run } from "./lib/run.mjs";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("Usage: scripts/with-python-interop COMMAND [ARGUMENTS]");
  process.exit(2);
}
try {
  // aics-witness asks for Python 3.12. What it uses is in 3.11 too, which Debian 12 has.
  const folder = await installPythonTool("python-interop", ["--ignore-requires-python"]);
  const env = { VEIL_TEST_PYTHON_INTEROP: path.join(folder, "bin/python") };
  process.exitCode = await run(program, args, { env });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
