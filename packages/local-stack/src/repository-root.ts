import path from "node:path";

/** `src/` and `dist/` are both two folders below the packages. */
const ROOT = path.resolve(import.meta.dirname, "../../..");

export function mainModule(workspace: string): string {
  return path.join(ROOT, workspace, "dist/main.js");
}

export const DEFAULT_STATE_DIR: string = path.join(ROOT, ".veil");
