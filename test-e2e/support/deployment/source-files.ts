import { readdirSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "./manifests.ts";

const FOLDERS = ["packages", "services", "tools", "test-e2e"];
const LEFT_OUT = new Set(["node_modules", "dist", "vectors"]);
export const TEST_CODE =
  /\.(?:test|contract)\.ts$|\/test\/.*\.ts$|^test-e2e\/.*\.ts$|^packages\/testing\/src\//;

/** Finds files by their path, without following links. */
export function sourceFiles(matching: RegExp, folders: readonly string[] = FOLDERS): string[] {
  return folders.flatMap(filesIn).filter((file) => matching.test(file));
}

function filesIn(folder: string): string[] {
  return readdirSync(path.join(REPOSITORY, folder), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(full) : [full];
  });
}
