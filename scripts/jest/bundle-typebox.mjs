import { createRequire } from "node:module";
import path from "node:path";
import { build } from "esbuild";
import { ROOT, TOOLING } from "../lib/root.mjs";

const contracts = createRequire(path.join(ROOT, "packages/contracts/package.json"));

/**
 * Bundles the 700 files of typebox, because jest would load them again for each suite. @returns the
 * path of the bundle
 */
export async function bundleTypebox() {
  const outfile = path.join(TOOLING, "bundles/typebox.mjs");
  await build({
    entryPoints: [contracts.resolve("typebox")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  return outfile;
}
