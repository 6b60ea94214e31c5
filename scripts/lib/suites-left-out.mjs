import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isBeyondDefault, isHeavy, needsMore } from "./needs-more.mjs";
import { ROOT } from "./root.mjs";

const FOLDERS = ["packages", "services", "tools", "test-e2e"];
const LEFT_OUT = new Set(["node_modules", "dist"]);

/** Matches component suites, each of which starts a whole service in the process of the suite. */
const COMPONENT_SUITES = "/services/[^/]+/test/";

/**
 * Returns path patterns of the suites that do not run. A suite that the user names always runs,
 * except in the tier `fast`, which must not need servers.
 */
export function suitesLeftOut({ tier, selected }) {
  if (tier === "fast")
    return [...suitesThat(needsMore), "/test-e2e/", ...(selected ? [] : [COMPONENT_SUITES])];
  if (selected || tier === "heavy") return [];
  return suitesThat(tier === "all" ? isHeavy : isBeyondDefault);
}

function suitesThat(predicate) {
  return FOLDERS.flatMap((folder) => suitesIn(path.join(ROOT, folder)))
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
