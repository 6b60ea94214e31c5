import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../repository.ts";

const PINNED = path.join(ROOT, "tools/bench/peers");
const FOLDER = path.join(ROOT, ".tooling/bench-peers");
const STAMP = path.join(FOLDER, "installed");
const FLAGS = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];

/**
 * Installs the peers on the first call, in the versions that `peers/` pins. They are not
 * dependencies of this repository.
 * @throws Error when npm cannot install them
 */
export async function installPeers(onProgress: (line: string) => void): Promise<string> {
  const lock = await readFile(path.join(PINNED, "package-lock.json"), "utf8");
  if ((await readFile(STAMP, "utf8").catch(() => "")) === lock) return FOLDER;
  onProgress("installing the peers from npm");
  await mkdir(FOLDER, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    await copyFile(path.join(PINNED, file), path.join(FOLDER, file));
  await npm(["ci", ...FLAGS, "--loglevel=error", "--fetch-retries=1", "--fetch-timeout=30000"]);
  await writeFile(STAMP, lock);
  return FOLDER;
}

async function npm(args: readonly string[]): Promise<void> {
  const own = process.env["npm_execpath"] ?? "";
  const isNpm = own.endsWith("npm-cli.js");
  const [program, ...before] = isNpm ? [process.execPath, own] : ["npm"];
  const child = spawn(program ?? "npm", [...before, ...args], {
    cwd: FOLDER,
    stdio: ["ignore", 2, 2],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`npm exited with code ${code}: can the registry be reached?`);
}
