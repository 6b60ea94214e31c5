import path from "node:path";

/** `src/` and `dist/` are both two folders below the packages. */
export const REPOSITORY_ROOT: string = path.resolve(import.meta.dirname, "../../..");

export function mainModule(workspace: string): string {
  return path.join(REPOSITORY_ROOT, workspace, "dist/main.js");
}

export const DEFAULT_STATE_DIR: string = path.join(REPOSITORY_ROOT, ".veil");
