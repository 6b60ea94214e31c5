// deploy-service.mjs SERVICE FOLDER: copies a service with all its run-time dependencies, for the Dockerfile; any
// machine with Node can run it.
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { ensurePnpm } from "./lib/install.mjs";
import { requireNode } from "./lib/node-version.mjs";
import { ROOT } from "./lib/root.mjs";
import { must, runNode } from "./lib/run.mjs";

requireNode();
const [service = "", folder = ""] = process.argv.slice(2);
const project = ["services", "packages", "tools"]
  .map((parent) => `${parent}/${service}`)
  .find((candidate) => existsSync(path.join(ROOT, candidate, "src/main.ts")));
if (project === undefined || folder === "") {
  console.error(
    "Usage: deploy-service.mjs SERVICE FOLDER, where SERVICE is one that has a main.ts",
  );
  process.exit(2);
}
const name = `@veil/${service}`;
const pnpm = await ensurePnpm();
const runPnpm = (what, args) =>
  must(what, runNode([pnpm, ...args], { env: { CI: "true" }, output: "stderr" }));

await runPnpm("The installation", [
  "install",
  "--frozen-lockfile",
  ...["--filter", "veil-gateway", "--filter", `${name}...`],
]);
await must(
  "The build",
  runNode(["node_modules/typescript/bin/tsc", "-b", project], { output: "stderr" }),
);
if (service === "edge-gateway") {
  // The module's dependencies are not installed before this line.
  const { bundleVerifier } = await import("./lib/bundle-verifier.mjs");
  await bundleVerifier();
}
// Without this option pnpm links the workspace's packages.
await runPnpm("The deployment", [
  ...["--filter", name, "--config.inject-workspace-packages=true"],
  ...["deploy", "--prod", path.resolve(folder)],
]);
for (const left of ["pnpm-lock.yaml", "README.md"])
  rmSync(path.join(folder, left), { force: true });
