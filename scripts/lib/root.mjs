import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** This folder is safe to delete. */
export const TOOLING = path.join(ROOT, ".tooling");
