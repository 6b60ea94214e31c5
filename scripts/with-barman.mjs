import path from "node:path";
import { installPythonTool } from "./lib/python-tools.mjs";
import { run } from "./lib/run.mjs";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("Usage: scripts/with-barman COMMAND [ARGUMENTS]");
  process.exit(2);
}
try {
  // Barman requires psycopg2, which would be compiled; psycopg2-binary is the same module.
  const folder = await installPythonTool("barman", ["--no-deps"]);
  process.exitCode = await run(program, args, {
    env: { VEIL_TEST_BARMAN: path.join(folder, "bin") },
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
