import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../repository.ts";

/**
 * The pinned version. cargo checks its archive against the checksum in the index of crates.io, and
 * the archives of its dependencies against its lock file.
 */
const VERSION = "0.14.0";
const FOLDER = path.join(ROOT, `.tooling/cloakpipe-${VERSION}`);
const PROGRAM = path.join(FOLDER, "bin/cloakpipe");

/**
 * Builds cloakpipe on the first call. @returns the path of the program, or undefined after a report
 * if it cannot be built
 */
export async function installCloakpipe(
  onProgress: (line: string) => void,
): Promise<string | undefined> {
  if (existsSync(PROGRAM)) return PROGRAM;
  const problem = await build(onProgress);
  if (problem === undefined) return PROGRAM;
  onProgress(`cloakpipe is left out: ${problem}`);
  return undefined;
}

async function build(onProgress: (line: string) => void): Promise<string | undefined> {
  const args = ["install", "cloakpipe-cli", "--version", VERSION, "--locked", "--root", FOLDER];
  const cargo = spawn("cargo", args, { stdio: ["ignore", 2, 2] });
  try {
    await once(cargo, "spawn");
    onProgress(`building cloakpipe-cli ${VERSION} with cargo, once: this takes minutes`);
    const [code] = await once(cargo, "exit");
    return code === 0 ? undefined : `cargo exited with code ${code}`;
  } catch (error) {
    return `cargo cannot be run (${error instanceof Error ? error.message : error})`;
  }
}
