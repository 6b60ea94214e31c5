import { existsSync } from "node:fs";
import path from "node:path";
import { initKeys } from "@veil/veil";

/**
 * The folder with every service's keys, made on the first call. The bundle is written last: where it is
 * missing, no stack has run with these keys, and they are made anew.
 */
export async function keptKeys(stateDir: string): Promise<string> {
  const folder = path.join(stateDir, "keys");
  if (!existsSync(path.join(folder, "trust.json"))) await initKeys(folder, { force: true });
  return folder;
}
