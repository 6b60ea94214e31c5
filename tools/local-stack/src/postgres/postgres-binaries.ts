import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeSecret } from "../kept-secret.ts";
import { nativeFolder } from "./native-folder.ts";
import type { ServerIdentity } from "./server-identity.ts";

/**
 * Returns the folder of the binaries. Copies them into the system's temporary folder if a parent
 * folder is private (a checkout in /root).
 * @param home - the folder in which the path of the copy is stored for `removeCopy`
 * @throws Error when the npm package has no binaries for this platform, or they do not run
 */
export function embeddedBinaries(
  home: string,
  identity: ServerIdentity,
  native = nativeFolder(),
): string {
  removeCopy(home);
  const installed = path.join(native, "bin");
  if (runs(installed, identity)) return installed;
  const copied = path.join(copyForServer(native, home), "bin");
  if (!runs(copied, identity)) throw new Error("The embedded PostgreSQL does not run here");
  return copied;
}

export function removeCopy(home: string): void {
  try {
    rmSync(readFileSync(recordOf(home), "utf8").trim(), { recursive: true, force: true });
    rmSync(recordOf(home));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function recordOf(home: string): string {
  return path.join(home, "binaries-copy");
}

function runs(folder: string, identity: ServerIdentity): boolean {
  const { status } = spawnSync(path.join(folder, "postgres"), ["--version"], {
    ...identity,
    cwd: "/",
    env: {},
  });
  return status === 0;
}

/**
 * Copies the binaries (60 MB). The server's user does not own the copy, so the server cannot change
 * its programs.
 */
function copyForServer(native: string, home: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), "veil-postgres-"));
  writeSecret(recordOf(home), copy);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  const entries = readdirSync(copy, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const executable = entry.isDirectory() || entry.parentPath.endsWith("/bin");
    if (!entry.isSymbolicLink()) chmodSync(file, executable ? 0o755 : 0o644);
  }
  chmodSync(copy, 0o755);
  return copy;
}
