// Renders the manifests into k8s/rendered. --check only lists the files that are not up to date,
// and --print FOLDER prints one rendered kustomization. Exit code 3: there is no renderer.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { findRenderer, RENDERED, render } from "./lib/kustomize.mjs";
import { ROOT } from "./lib/root.mjs";

const NO_RENDERER = 3;
const check = process.argv.includes("--check");
const renderer = await findRenderer();
if (renderer === undefined) {
  console.error("No renderer: kubectl >= 1.27, kustomize >= 5, or Go to build it with");
  process.exit(NO_RENDERER);
}
const [print, folder = ""] = process.argv.slice(2);
if (print === "--print") process.stdout.write(await render(renderer, folder));
else await writeOrCompare();

async function writeOrCompare() {
  let drifted = 0;
  for (const { folder: source, file } of RENDERED) {
    const target = path.join(ROOT, file);
    const text = await render(renderer, source);
    if (!check) await writeFile(target, text);
    else if (text !== (await readFile(target, "utf8").catch(() => ""))) {
      console.error(`${file} is not the rendering of ${source}: run scripts/render-k8s`);
      drifted += 1;
    }
  }
  const done = check ? "are" : "written as";
  if (drifted > 0) process.exitCode = 1;
  else console.log(`${RENDERED.length} files ${done} rendered by ${renderer.name}`);
}
