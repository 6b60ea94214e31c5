import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "./manifests.ts";

/**
 * Copies the files that `COPY . .` would copy from a clean clone. Supports the forms that
 * `.dockerignore` uses: `name`, `a/b`, `*.md`, and each of them after `**` and a slash.
 */
export function copyBuildContext(folder: string): readonly string[] {
  const ignored = readFileSync(path.join(REPOSITORY, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(patternOf);
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", args, { cwd: REPOSITORY, maxBuffer: 64 * 1024 * 1024 })
    .toString()
    .split("\0")
    .filter((file) => file !== "" && !ignored.some((pattern) => pattern.test(file)))
    .filter((file) => statSync(path.join(REPOSITORY, file), { throwIfNoEntry: false })?.isFile());
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(REPOSITORY, file), path.join(folder, file));
  }
  return files;
}

function patternOf(line: string): RegExp {
  const everywhere = line.startsWith("**/");
  const name = line.slice(everywhere ? 3 : 0);
  const escaped = name.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*");
  return new RegExp(`${everywhere ? "(^|/)" : "^"}${escaped}(/|$)`);
}
