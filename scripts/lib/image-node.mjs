import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT, TOOLING } from "./root.mjs";
import { must, run } from "./run.mjs";
import { step } from "./step.mjs";

function imageNodeVersion() {
  const text = readFileSync(path.join(ROOT, "Dockerfile"), "utf8");
  const [, version] = /^ARG NODE_VERSION=(\d+\.\d+\.\d+)$/m.exec(text) ?? [];
  if (version === undefined) throw new Error("The Dockerfile names no NODE_VERSION");
  return version;
}

export async function imageNodeFolder() {
  const version = imageNodeVersion();
  const home = path.join(TOOLING, `node-${version}`);
  const folder = path.join(home, "node_modules/node/bin");
  if (!existsSync(path.join(folder, "node"))) {
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, "package.json"), '{ "private": true }\n');
    const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--prefix", home];
    await step(`install Node ${version}`, () =>
      must("npm", run("npm", ["install", ...flags, `node@${version}`], { output: "onFailure" })),
    );
  }
  if (!existsSync(path.join(folder, "node"))) throw new Error(`Node ${version} was not installed`);
  return folder;
}
