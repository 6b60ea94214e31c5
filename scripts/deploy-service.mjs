// Copies a service and all its run-time dependencies to a folder. The Dockerfile runs this script,
// but it needs only Node.
// Usage: deploy-service.mjs SERVICE FOLDER
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { buildPortal } from "./lib/build-portal.mjs";
import { ensurePnpm } from "./lib/install.mjs";
import { requireNode } from "./lib/node-version.mjs";
import { normalizeDeployment } from "./lib/normalize-deployment.mjs";
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
  // A static import would fail, because the installation above provides the module's dependencies.
  const { bundleVerifier } = await import("./lib/bundle-verifier.mjs");
  await bundleVerifier();
  await buildPortal();
}
// Without `inject-workspace-packages`, pnpm would link the workspace's packages, not copy them.
await runPnpm("The deployment", [
  ...["--filter", name, "--config.inject-workspace-packages=true"],
  ...["deploy", "--prod", path.resolve(folder)],
]);
for (const left of ["pnpm-lock.yaml", "README.md"])
  rmSync(path.join(folder, left), { force: true });
normalizeDeployment(folder, path.join(ROOT, project));
