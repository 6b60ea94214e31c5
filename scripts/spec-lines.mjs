// Lists the lines of the specification that test-e2e/conformance does not quote:
//   node scripts/spec-lines.mjs --spec ../shared/spec/api.md [--decisions ../shared/design/decisions.md]
// Both documents are outside the repository. Fails if the suite does not quote a line of the
// specification, or if one of its quotes is not in the quoted document.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { ROOT } from "./lib/root.mjs";

const { values } = parseArgs({
  options: { spec: { type: "string" }, decisions: { type: "string" } },
});
if (values.spec === undefined) {
  console.error("Usage: node scripts/spec-lines.mjs --spec FILE [--decisions FILE]");
  process.exit(2);
}

const { LINES, REQUEST_ROWS } = await load("lines.ts");
const { compareWith, linesOfSpecification, unknownDecisions } = await load("spec-lines.ts");
const specification = readFileSync(values.spec, "utf8");
const { missing, unknown } = compareWith(specification, LINES);
const decisions = values.decisions && readFileSync(values.decisions, "utf8");

console.log(`Lines of the specification: ${linesOfSpecification(specification).length}`);
console.log(`Requests: ${REQUEST_ROWS.length}`);
list("Lines with a later part", LINES.flatMap(laterParts));
list("Lines that are not quoted", missing);
list("Quotes that are not in the specification", unknown);
const untaken = decisions === undefined ? [] : unknownDecisions(decisions, LINES);
if (decisions !== undefined) list("Quotes that are not among the decisions", untaken);
process.exitCode = missing.length + unknown.length + untaken.length === 0 ? 0 : 1;

/** Bundles and imports a TypeScript file, because Node 20 cannot import TypeScript. */
async function load(name) {
  const { outputFiles } = await build({
    entryPoints: [path.join(ROOT, "test-e2e/conformance", name)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  });
  return await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
}

function laterParts({ id, rows }) {
  return rows
    .filter(({ kind }) => kind === "later")
    .map(({ part, when }) => `${id} ${part}: ${when}`);
}

function list(what, lines) {
  console.log(`${what}: ${lines.length}`);
  for (const line of lines) console.log(`  ${line}`);
}
