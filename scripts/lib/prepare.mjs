import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { buildPortal } from "./build-portal.mjs";
import { installDependencies } from "./install.mjs";
import { ROOT } from "./root.mjs";
import { must, runNode } from "./run.mjs";
import { step } from "./step.mjs";

const TSC = "node_modules/typescript/bin/tsc";
const services = readdirSync(path.join(ROOT, "services")).map((name) => `services/${name}`);

export const STACK = [...services, "tools/local-stack", "tools/upstream-simulator"];

export const BENCH = [...STACK, "tools/bench"];

export const CHAOS = [...STACK, "tools/chaos"];

export const LAB = ["tools/pii-lab"];

export const RELEASE = ["tools/release-maker"];

export const EVERYTHING = ["."];

/** Projects whose build includes what the gateway serves to browsers. */
const PAGES = new Set([...EVERYTHING, "services/edge-gateway"]);

export async function prepare(projects) {
  await installDependencies();
  if (projects.length > 0) await step("build", () => build(projects));
}

/** Builds the projects. TypeScript builds only what has changed. */
export async function build(projects) {
  const known = projects.filter((project) => existsSync(path.join(ROOT, project, "tsconfig.json")));
  await must("The build", runNode([TSC, "-b", ...known], { output: "stderr" }));
  if (projects.some((project) => PAGES.has(project))) {
    // A static import would fail, because this file is loaded before esbuild is installed.
    const { bundleVerifier } = await import("./bundle-verifier.mjs");
    await bundleVerifier();
    await buildPortal();
  }
}
