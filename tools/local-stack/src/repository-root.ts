import path from "node:path";

/** The root of the repository, which is three folders above both `src/` and `dist/`. */
export const REPOSITORY_ROOT: string = path.resolve(import.meta.dirname, "../../..");

export function mainModule(workspace: string): string {
  return path.join(REPOSITORY_ROOT, workspace, "dist/main.js");
}

export const DEFAULT_STATE_DIR: string = path.join(REPOSITORY_ROOT, ".veil");
