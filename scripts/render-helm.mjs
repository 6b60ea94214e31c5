// Writes the Helm chart in helm/veil-gateway. --check only lists the files that are not up to date.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { chartFiles } from "./lib/helm/chart.mjs";
import { ROOT } from "./lib/root.mjs";

const FOLDER = path.join(ROOT, "helm/veil-gateway");
const check = process.argv.includes("--check");
const rendered = (variant) => readFile(path.join(ROOT, `k8s/rendered/${variant}.yaml`), "utf8");
const { version } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
const files = chartFiles({ small: await rendered("small"), prod: await rendered("prod"), version });
const found = await readdir(FOLDER, { recursive: true, withFileTypes: true }).catch(() => []);
const existing = found
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => path.relative(FOLDER, path.join(parentPath, name)));
const outdated = existing.filter((file) => !files.has(file));
for (const [file, text] of files) {
  const current = await readFile(path.join(FOLDER, file), "utf8").catch(() => undefined);
  if (current !== text) outdated.push(file);
}
if (check) {
  for (const file of outdated) console.error(`helm/veil-gateway/${file}: run scripts/render-helm`);
  if (outdated.length > 0) process.exitCode = 1;
} else await write();

async function write() {
  await rm(FOLDER, { recursive: true, force: true });
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(FOLDER, file)), { recursive: true });
    await writeFile(path.join(FOLDER, file), text);
  }
  console.log(`${files.size} files written`);
}
