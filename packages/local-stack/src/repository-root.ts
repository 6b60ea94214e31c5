import path from "node:path";

/** Both `src/` and `dist/` stand two folders below the packages. */
const ROOT = path.resolve(import.meta.dirname, "../../..");

/** What Node runs for a service, or for the simulator. */
export function mainModule(workspace: string): string {
  return path.join(ROOT, workspace, "dist/main.js");
}

/** Where the stack keeps its keys, data and logs unless told otherwise. */
export const DEFAULT_STATE_DIR: string = path.join(ROOT, ".veil");
