import path from "node:path";

/** Both `src/` and `dist/` stand one folder below the workspace. */
export const ROOT: string = path.resolve(import.meta.dirname, "../..");

export function dataFolder(): string {
  return process.env["VEIL_DATA"] ?? path.join(ROOT, "../shared/data");
}
