import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the path of a file of third-party data, which is not part of the project, or undefined if
 * the file is missing.
 */
export function dataFile(name: string): string | undefined {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const file = path.resolve(root, process.env["VEIL_DATA"] ?? "../shared/data", name);
  return existsSync(file) ? file : undefined;
}
