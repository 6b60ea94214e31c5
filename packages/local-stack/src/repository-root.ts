import path from "node:path";

/** Both `src/` and `dist/` are two folders below the packages. */
const ROOT = path.resolve(import.meta.dirname, "../../..");

/** The main module of a service, or of the simulator. */
export function mainModule(workspace: string): string {
  return path.join(ROOT, workspace, "dist/main.js");
}

/** The default folder of the stack's keys, data and logs. */
export const DEFAULT_STATE_DIR: string = path.join(ROOT, ".veil");
