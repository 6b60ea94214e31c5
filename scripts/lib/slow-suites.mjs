import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isHeavy, needsMore } from "./needs-more.mjs";
import { ROOT } from "./root.mjs";

const LEFT_OUT = new Set(["node_modules", "dist"]);

/** Component suites start a whole service each, in their own process. */
export const COMPONENT_SUITES = "/services/[^/]+/test/";

export function slowSuites() {
  return [...suitesThat(needsMore, ["packages", "services", "bench"]), "/test-e2e/"];
}

export function heavySuites() {
  return suitesThat(isHeavy, ["packages", "services", "test-e2e", "bench"]);
}

function suitesThat(predicate, folders) {
  return folders
    .flatMap((folder) => suitesIn(path.join(ROOT, folder)))
    .filter((file) => predicate(readFileSync(file, "utf8")))
    .map((file) => path.relative(ROOT, file));
}

function suitesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : suitesIn(full);
    return entry.name.endsWith(".test.ts") ? [full] : [];
  });
}
