import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { ROOT } from "./root.mjs";
import { must, runNode } from "./run.mjs";

const PACKAGE = path.join(ROOT, "packages/portal");
const DIST = path.join(PACKAGE, "dist");
const SITE = path.join(DIST, "site");
const FINGERPRINT = path.join(DIST, "site.sha256");
const VITE = path.join(PACKAGE, "node_modules/vite/bin/vite.js");

/**
 * Builds the portal's pages for the gateway, which serves them as files, each also compressed. Does
 * nothing if neither the sources nor a dependency have changed since the last build.
 */
export async function buildPortal() {
  const current = fingerprint();
  if (existsSync(SITE) && existsSync(FINGERPRINT) && readFileSync(FINGERPRINT, "utf8") === current)
    return;
  // A gateway may read the old site during the build.
  const building = `${SITE}.${process.pid}`;
  const args = [VITE, "build", PACKAGE, "--outDir", building, "--logLevel", "warn"];
  await must("The build of the portal", runNode(args, { output: "stderr" }));
  for (const file of filesIn(building)) compress(file);
  rmSync(SITE, { recursive: true, force: true });
  renameSync(building, SITE);
  writeFileSync(FINGERPRINT, current);
}

function compress(file) {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

function fingerprint() {
  const hash = createHash("sha256");
  const own = ["index.html", "package.json", "tsconfig.json", "vite.config.mjs"];
  const sources = filesIn(path.join(PACKAGE, "src")).sort();
  const files = [
    ...own.map((name) => path.join(PACKAGE, name)),
    ...sources,
    path.join(ROOT, "pnpm-lock.yaml"),
    import.meta.filename,
  ];
  for (const file of files)
    hash
      .update(`${path.relative(ROOT, file)}\n`)
      .update(readFileSync(file))
      .update("\n");
  return hash.digest("hex");
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
