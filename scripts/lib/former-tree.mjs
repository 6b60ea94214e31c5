import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./root.mjs";

/**
 * Puts the sources of a commit into `folder`, with the dependencies that are installed here. Links
 * between workspaces are relative, so the packages of the commit find each other.
 */
export function createFormerTree(commit, folder) {
  mkdirSync(folder, { recursive: true });
  const archive = spawnSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 1 << 30 });
  const untarred = spawnSync("tar", ["x"], { cwd: folder, input: archive.stdout });
  if (archive.status !== 0 || untarred.status !== 0)
    throw new Error(`git archive ${commit} failed: ${archive.stderr}${untarred.stderr}`);
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  for (const group of ["packages", "services", "tools"])
    for (const name of readdirSync(path.join(folder, group))) {
      const installed = path.join(ROOT, group, name, "node_modules");
      const target = path.join(folder, group, name, "node_modules");
      if (existsSync(installed))
        cpSync(installed, target, { recursive: true, verbatimSymlinks: true });
    }
  // The gateway reads these pages when it starts; which version they have is of no importance.
  for (const built of ["packages/portal/dist/site", "packages/certificate-page/dist/verifier.js"])
    cpSync(path.join(ROOT, built), path.join(folder, built), { recursive: true });
}
