// Writes the dashboards of k8s/components/monitoring. --check only lists the files that are not up to date.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { dashboards } from "./lib/dashboards.mjs";
import { ROOT } from "./lib/root.mjs";

const check = process.argv.includes("--check");
for (const { file, text } of dashboards()) {
  const target = path.join(ROOT, file);
  if (!check) {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  } else if (text !== (await readFile(target, "utf8").catch(() => ""))) {
    console.error(`${file} is not up to date: run node scripts/dashboards.mjs`);
    process.exitCode = 1;
  }
}
