import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { prepare } = await import("./lib/prepare.mjs");
const { runNode } = await import("./lib/run.mjs");

try {
  await prepare(["tools/local-stack"]);
  const command = "tools/local-stack/dist/commands/make-secrets.js";
  process.exitCode = await runNode([command, ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
