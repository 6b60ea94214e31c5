import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** The folder of downloaded tools, caches and results. It is safe to delete. */
export const TOOLING = path.join(ROOT, ".tooling");
