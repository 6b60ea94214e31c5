import path from "node:path";

/** `src/` and `dist/` are both one folder below the workspace. */
export const ROOT: string = path.resolve(import.meta.dirname, "../../..");

export function dataFolder(): string {
  return process.env["VEIL_DATA"] ?? path.join(ROOT, "../shared/data");
}
