import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT, TOOLING } from "./root.mjs";
import { must, run, runNode } from "./run.mjs";
import { step } from "./step.mjs";

const STAMP = path.join(TOOLING, "installed");
const PNPM = path.join(TOOLING, "node_modules/pnpm");

export async function installDependencies() {
  const required = fingerprint();
  const current = existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "";
  if (required === current && existsSync(path.join(ROOT, "node_modules/.modules.yaml"))) return;
  const pnpm = await ensurePnpm();
  const install = () =>
    must(
      "The installation",
      runNode([pnpm, "install", "--frozen-lockfile"], {
        // Outside CI mode, pnpm asks questions, and fails if it has no terminal for them.
        env: { CI: "true", npm_config_update_notifier: "false" },
        output: "onFailure",
      }),
    );
  await step("install dependencies", install, { ticks: true });
  writeFileSync(STAMP, required);
}

export async function ensurePnpm() {
  const { name, version, sha512 } = pinnedPnpm();
  if (installedVersion() !== version)
    await step(`install ${name} ${version}`, () => installPnpm(version, sha512), { ticks: true });
  return path.join(PNPM, "bin/pnpm.cjs");
}

function fingerprint() {
  const files = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...manifests()];
  const hash = createHash("sha256").update(process.version);
  for (const file of files) hash.update(file).update(readFileSync(path.join(ROOT, file)));
  return hash.digest("hex");
}

function manifests() {
  const folders = ["packages", "services", "tools"].flatMap((parent) => {
    const full = path.join(ROOT, parent);
    return existsSync(full) ? readdirSync(full).map((name) => `${parent}/${name}`) : [];
  });
  return [...folders, "test-e2e"]
    .map((folder) => `${folder}/package.json`)
    .filter((file) => existsSync(path.join(ROOT, file)))
    .sort();
}

/** Reads pnpm's version and the hash of its archive from `packageManager` in package.json. */
function pinnedPnpm() {
  const { packageManager } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  const [, name, version, sha512] = /^(pnpm)@([\d.]+)\+sha512\.([0-9a-f]{128})$/.exec(
    packageManager,
  );
  return { name, version, sha512 };
}

function installedVersion() {
  const file = path.join(PNPM, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
}

/** Installs pnpm. Removes it and throws if its archive does not have the pinned hash. */
async function installPnpm(version, sha512) {
  mkdirSync(TOOLING, { recursive: true });
  writeFileSync(path.join(TOOLING, "package.json"), '{ "private": true }\n');
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--package-lock=true"];
  const args = ["install", "--prefix", TOOLING, ...flags, "--loglevel=error", `pnpm@${version}`];
  const npm = process.env.npm_execpath ?? "";
  const options = { output: "onFailure" };
  const installed = npm.endsWith("npm-cli.js")
    ? runNode([npm, ...args], options)
    : run("npm", args, options);
  await must("The installation of pnpm", installed);
  const lock = JSON.parse(readFileSync(path.join(TOOLING, "package-lock.json"), "utf8"));
  const expected = `sha512-${Buffer.from(sha512, "hex").toString("base64")}`;
  if (lock.packages["node_modules/pnpm"].integrity === expected) return;
  rmSync(TOOLING, { recursive: true });
  throw new Error(`pnpm ${version} from the registry is not the archive that package.json pins`);
}
