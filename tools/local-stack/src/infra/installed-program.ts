import { accessSync, constants } from "node:fs";
import path from "node:path";

export function installedProgram(name: string, folders: readonly string[]): string | undefined {
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

export function programFolders(env: Readonly<Record<string, string | undefined>>) {
  const search = (env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  return [...search, "/usr/local/bin", "/usr/local/sbin", "/usr/bin", "/usr/sbin"];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
