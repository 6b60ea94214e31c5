import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { initKeys, rebuildTrust, SECRET_KEY_FILES, TRUST_FILE } from "@veil/cli/init-keys";
import { newKeyFiles, upgradeKeys } from "@veil/cli/upgrade-keys";

/**
 * Creates the keys on the first start, completely or not at all. Never creates them again, because
 * new keys could not read the stored data. Adds keys that the previous version did not create.
 * @throws Error that names the missing files and suggests what to do
 */
export async function keptKeys(stateDir: string): Promise<string> {
  const folder = path.join(stateDir, "keys");
  const isThere = (name: string) => existsSync(path.join(folder, name));
  const added = isThere(TRUST_FILE) ? await newKeyFiles(folder) : [];
  const missing = SECRET_KEY_FILES.filter((name) => !isThere(name) && !added.includes(name));
  if (missing.length === SECRET_KEY_FILES.length && !isThere(TRUST_FILE)) {
    if (existsSync(path.join(stateDir, "postgres/data"))) throw lost(stateDir, [folder]);
    await makeKeys(folder);
    return folder;
  }
  if (missing.length > 0)
    throw lost(
      stateDir,
      missing.map((name) => path.join(folder, name)),
    );
  if (!isThere(TRUST_FILE)) await rebuildTrust(folder);
  await upgradeKeys(folder);
  return folder;
}

/**
 * Creates the keys in a temporary folder, so that an incomplete folder never gets its final name.
 */
async function makeKeys(folder: string): Promise<void> {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  await initKeys(fresh);
  renameSync(fresh, folder);
}

function lost(stateDir: string, files: readonly string[]): Error {
  return new Error(
    `${files.join(", ")} ${files.length === 1 ? "is" : "are"} missing, and new keys could not read the stored data. ` +
      `Restore the missing files from a backup, or remove ${stateDir} to start over without the stored data`,
  );
}
