// Installs and builds what is missing, then looks for the servers and runs the command.
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { prepare } = await import("./lib/prepare.mjs");
const { runNode } = await import("./lib/run.mjs");

try {
  await prepare(["packages/local-stack"]);
  const args = ["packages/local-stack/dist/commands/with-infra.js", ...process.argv.slice(2)];
  process.exitCode = await runNode(args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
