import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { initKeys, rebuildTrust, SECRET_KEY_FILES, TRUST_FILE } from "@veil/veil";

/**
 * The folder with every service's keys, made on the first start, whole or not at all. What has been there once is never
 * made a second time: what is stored could not be read under other keys. The public bundle follows from the private keys.
 *
 * @throws Error naming what is missing, and what can be done
 */
export async function keptKeys(stateDir: string): Promise<string> {
  const folder = path.join(stateDir, "keys");
  const isThere = (name: string) => existsSync(path.join(folder, name));
  const missing = SECRET_KEY_FILES.filter((name) => !isThere(name));
  if (missing.length === SECRET_KEY_FILES.length && !isThere(TRUST_FILE)) {
    if (existsSync(path.join(stateDir, "postgres/data"))) throw lost(stateDir, [folder]);
    await makeKeys(folder);
  } else if (missing.length > 0) {
    throw lost(
      stateDir,
      missing.map((name) => path.join(folder, name)),
    );
  } else if (!isThere(TRUST_FILE)) {
    await rebuildTrust(folder);
  }
  return folder;
}

/** A folder that was cut short never gets the name. */
async function makeKeys(folder: string): Promise<void> {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  await initKeys(fresh);
  renameSync(fresh, folder);
}

function lost(stateDir: string, files: readonly string[]): Error {
  return new Error(
    `${files.join(", ")} ${files.length === 1 ? "is" : "are"} missing, and new keys could not read what is stored. ` +
      `Put back what is missing from a copy, or remove ${stateDir} to begin anew without what is stored`,
  );
}
