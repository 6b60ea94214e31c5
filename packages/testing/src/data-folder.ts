import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Finds third-party data, which is not part of the project. Returns undefined if the file is
 * missing.
 */
export function dataFile(name: string): string | undefined {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const file = path.resolve(root, process.env["VEIL_DATA"] ?? "../shared/data", name);
  return existsSync(file) ? file : undefined;
}
