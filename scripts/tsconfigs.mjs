// Writes the tsconfig files of all workspaces and the references of the root's tsconfig.json.
// Derives them from the package.json files, so that every test file is type-checked. `--check` only
// compares.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const checkOnly = process.argv.includes("--check");
const root = path.resolve(import.meta.dirname, "..");
const stale = [];

const workspaces = ["packages", "services", "tools"]
  .flatMap((folder) => list(folder).map((name) => `${folder}/${name}`))
  .concat("test-e2e")
  .filter((folder) => existsSync(path.join(root, folder, "package.json")));
const manifests = new Map(workspaces.map((folder) => [folder, manifest(folder)]));
const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]));

const references = workspaces.flatMap((folder) => {
  const { dependencies = {}, devDependencies = {} } = manifests.get(folder);
  const up = path.relative(folder, ".");
  if (isSite(folder)) {
    write(`${folder}/tsconfig.json`, { extends: `${up}/tsconfig.site.json`, include: ["src"] });
    return [{ path: folder }];
  }
  const own = links(folder, dependencies);
  const hasSource = existsSync(path.join(root, folder, "src"));
  write(`${folder}/tsconfig.test.json`, {
    extends: `${up}/tsconfig.test.json`,
    include: hasSource ? ["src", "test"] : ["."],
    ...(hasSource ? {} : { exclude: ["node_modules"] }),
    compilerOptions: { rootDir: "." },
    references: [...own, ...links(folder, devDependencies)],
  });
  if (!hasSource) return [{ path: `${folder}/tsconfig.test.json` }];
  write(`${folder}/tsconfig.json`, {
    extends: `${up}/tsconfig.base.json`,
    include: ["src"],
    exclude: ["**/*.test.ts", "**/*.contract.ts"],
    compilerOptions: { rootDir: "src", outDir: "dist" },
    references: own,
  });
  return [{ path: folder }, { path: `${folder}/tsconfig.test.json` }];
});
write("tsconfig.json", { files: [], references });

if (checkOnly && stale.length > 0) {
  console.error(`Stale, run \`node scripts/tsconfigs.mjs\`: ${stale.join(", ")}`);
  process.exit(1);
}

/** Vite builds a site, which other workspaces serve as files and never import. */
function isSite(folder) {
  return manifests.get(folder).devDependencies?.["vite"] !== undefined;
}

function list(folder) {
  const full = path.join(root, folder);
  return existsSync(full) ? readdirSync(full).sort() : [];
}

function manifest(folder) {
  return JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
}

function links(folder, dependencies) {
  return Object.keys(dependencies)
    .filter((name) => folderOf.has(name) && !isSite(folderOf.get(name)))
    .map((name) => ({ path: path.relative(folder, folderOf.get(name)) }));
}

function write(file, value) {
  const full = path.join(root, file);
  const text = `${JSON.stringify(value, null, 2)}\n`;
  const current = existsSync(full) ? readFileSync(full, "utf8") : "";
  // Formatters may fold short arrays, so the comparison ignores layout.
  if (current !== "" && JSON.stringify(JSON.parse(current)) === JSON.stringify(value)) return;
  if (checkOnly) stale.push(file);
  else writeFileSync(full, text);
}
