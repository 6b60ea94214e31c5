import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { installDependencies } from "./install.mjs";
import { ROOT } from "./root.mjs";
import { must, runNode } from "./run.mjs";
import { step } from "./step.mjs";

const TSC = "node_modules/typescript/bin/tsc";
const services = readdirSync(path.join(ROOT, "services")).map((name) => `services/${name}`);

/** What `npm start` runs: the services, the stack that starts them, and the simulator. */
export const STACK = [...services, "packages/local-stack", "packages/upstream-simulator"];

/** What `npm run bench` runs. */
export const BENCH = [...STACK, "bench"];

/** What measures and trains detection. */
export const LAB = ["packages/pii-lab"];

/** Everything that is referenced by the root, tests included. */
export const EVERYTHING = ["."];

/** Installs, and builds `projects` with all that they need. */
export async function prepare(projects) {
  await installDependencies();
  if (projects.length > 0) await step("build", () => build(projects));
}

/** TypeScript itself looks what has changed. */
export async function build(projects) {
  const known = projects.filter((project) => existsSync(path.join(ROOT, project, "tsconfig.json")));
  await must("The build", runNode([TSC, "-b", ...known], { output: "stderr" }));
}
