import path from "node:path";
import { installPythonTool } from "./lib/python-tools.mjs";
import { run } from "./lib/run.mjs";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("Usage: scripts/with-python-sdks COMMAND [ARGUMENTS]");
  process.exit(2);
}
try {
  const sdks = await installPythonTool("python-sdks");
  // The frameworks are in a second environment, because several need older versions of the SDKs.
  const frameworks = await installPythonTool("python-frameworks");
  const env = {
    VEIL_TEST_PYTHON: path.join(sdks, "bin/python"),
    VEIL_TEST_PYTHON_FRAMEWORKS: path.join(frameworks, "bin/python"),
  };
  process.exitCode = await run(program, args, { env });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
