import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { prepare } = await import("./lib/prepare.mjs");
const { runNode, WITH_INFRA } = await import("./lib/run.mjs");

try {
  await prepare(["tools/local-stack"]);
  process.exitCode = await runNode([WITH_INFRA, ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
