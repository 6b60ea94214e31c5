import path from "node:path";

/** The repository. */
export const ROOT = path.resolve(import.meta.dirname, "../..");

/** Tools and stamps of this checkout; safe to delete. */
export const TOOLING = path.join(ROOT, ".tooling");
