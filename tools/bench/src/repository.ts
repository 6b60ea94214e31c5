import path from "node:path";

/** The root of the repository, which is three folders above both `src/` and `dist/`. */
export const ROOT: string = path.resolve(import.meta.dirname, "../../..");

export function dataFolder(): string {
  return process.env["VEIL_DATA"] ?? path.join(ROOT, "../shared/data");
}
