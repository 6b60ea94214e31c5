// Exit code 1: k8s/kube-score-ignored.json does not explain a finding, or explains one that does
// not occur. Exit code 3: Go is not installed.
import { readFileSync } from "node:fs";
import path from "node:path";
import { goTool } from "./lib/go-tools.mjs";
import { compare, kubeScore } from "./lib/kube-score.mjs";
import { RENDERED } from "./lib/kustomize.mjs";
import { ROOT } from "./lib/root.mjs";

const NO_GO = 3;
const program = await goTool("kube-score");
if (program === undefined) {
  console.error("kube-score cannot be built: Go is not installed");
  process.exit(NO_GO);
}
const given = process.argv.slice(2);
const files = given.length > 0 ? given : RENDERED.map(({ file }) => path.join(ROOT, file));
const ignored = JSON.parse(readFileSync(path.join(ROOT, "k8s/kube-score-ignored.json"), "utf8"));
const findings = new Map();
for (const file of files)
  findings.set(path.basename(file, ".yaml"), await kubeScore(program, file));
const { unexplained, unused } = compare(findings, ignored);
for (const { variant, object, check, comment } of unexplained)
  console.error(`${variant}: ${object}: ${check}: ${comment}`);
for (const { check, object } of given.length > 0 ? [] : unused)
  console.error(`k8s/kube-score-ignored.json: there is no finding ${check} on ${object}`);
const total = [...findings.values()].flat().length;
if (unexplained.length > 0 || (given.length === 0 && unused.length > 0)) process.exitCode = 1;
else console.log(`${files.length} files, ${total} findings, all explained`);
