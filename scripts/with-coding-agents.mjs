import { installNpmProgram } from "./lib/npm-programs.mjs";
import { run } from "./lib/run.mjs";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("Usage: scripts/with-coding-agents COMMAND [ARGUMENTS]");
  process.exit(2);
}
try {
  const env = {
    VEIL_TEST_CLAUDE_CODE: await installNpmProgram("claude-code"),
    VEIL_TEST_CODEX: await installNpmProgram("codex"),
  };
  process.exitCode = await run(program, args, { env });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
