import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { REPOSITORY } from "../support/manifests.ts";
import { ROOT_DOCUMENTS } from "../support/markdown.ts";
import { sourceFiles } from "../support/source-files.ts";
import { wordsIn } from "./words.ts";

const NOT_READ =
  /\/(rendered|gazetteers|data|corpora|models|migrations|conformance\/rows)\/|\/lint\/words(\.test)?\.ts$/;
const READ = /\.(ts|mjs|js|md|ya?ml|svg|py)$|^scripts\/[\w-]+$|^\.ci\/run$/;
const OTHER_FILES = ["docker-compose.yml", "Dockerfile", ".dependency-cruiser.mjs"];
const FOLDERS = [
  "packages",
  "services",
  "test-e2e",
  "tools",
  "docs",
  "k8s",
  "scripts",
  ".ci",
  ".github",
];
const GLOSSARY = "docs/glossary.md";

const files = [...sourceFiles(READ, FOLDERS), ...ROOT_DOCUMENTS, ...OTHER_FILES].filter(
  (file) => !NOT_READ.test(file),
);

function findingsIn(file: string): string[] {
  const content = readFileSync(path.join(REPOSITORY, file), "utf8");
  return wordsIn(file, content).map((finding) => `${file} ${finding}`);
}

test("The words of the code and of the documents are the glossary's", () => {
  expect(files.length).toBeGreaterThan(1_500);
  expect(files.flatMap(findingsIn)).toEqual([]);
});

test.each([
  ["a comment", "packages/a/src/a.ts", "// Nobody reads it."],
  ["a comment of several lines", "packages/a/src/a.ts", "/**\n * When nobody asks.\n */"],
  ["a message", "packages/a/src/a.ts", 'throw new Error("no connection came about");'],
  ["a template", "packages/a/src/a.ts", "log(`$" + "{count} jobs in hand`);"],
  ["a test's name", "packages/pii/src/a.test.ts", 'test("When a stranger calls, then 401", run);'],
  ["a test's name of a table", "packages/pii/src/a.test.ts", 'test.each([1])("a living %s", run);'],
  ["a part of a name", "packages/a/src/a.ts", "export function createPiiLane() {}"],
  ["a part of a constant", "packages/a/src/a.ts", "const PII_LANE = 1;"],
  ["a word for names only", "packages/a/src/a.ts", "const isAlone = true;"],
  ["a parameter", "packages/a/src/a.ts", "function run(wish: string) {}"],
  ["a helper", "packages/a/src/a.ts", "export function every(ms: number) {}"],
  ["wire as a verb", "packages/a/src/a.ts", "export function wireAccounts() {}"],
  ["a name after a pattern", "packages/a/src/a.ts", "const quoted = /[\"'`]/; const piiLane = 1;"],
  ["a file's name", "packages/a/src/namespace-slips.ts", ""],
  ["a file's name with a word for names only", "test-e2e/support/world.ts", ""],
  ["a document", "docs/a.md", "An option of the recogniser."],
  ["a comment beside patterns", "packages/pii/src/a.ts", "// On the road.\nconst A = /b/u;"],
  ["a manifest", "k8s/a.yaml", "# for whoever has the labels"],
])("%s is found", (_what, file, content) => {
  expect(wordsIn(file, content)).not.toEqual([]);
});

test.each([
  ["plain English", "packages/a/src/a.ts", "// The text alone, within a second, by a third party."],
  ["a key ring", "packages/a/src/a.ts", "const keyRing = thirdParty.every(isValid);"],
  ["a longer word", "packages/a/src/a.ts", "const outside = sanitiser; // broadcast, indoors"],
  ["a system's user", "packages/a/src/a.ts", "/** The user `nobody`. */"],
  ["a name", "packages/a/src/a.ts", 'const ADDRESS = "7 Park Lane";'],
  ["a word to look for", "packages/pii/src/a.ts", 'const KEYWORDS = ["driving licence", "road"];'],
  ["a pattern to look for", "packages/pii/src/a.ts", "const OPENING = /(?:flat|door) /iu;"],
  ["a recognizer's name", "docs/a.md", "| `gb-driving-licence` |"],
  ["the wire format", "packages/a/src/a.ts", "/** Both wire formats have it. */"],
  ["a look-alike", "packages/pii/src/a.ts", "// Look-alike letters are folded."],
  ["a document", "docs/a.md", "No word of these lists, at no side of the world."],
])("%s is allowed", (_what, file, content) => {
  expect(wordsIn(file, content)).toEqual([]);
});

test("The line of a finding is right, also after texts of several lines", () => {
  const code = "/**\n * A\n */\nconst a = `\n`;\n// a lane\n";
  expect(wordsIn("packages/a/src/a.ts", code)).toEqual(['line 6: "lane": write worker pool']);
});

/** The same type in two workspaces that may not import each other. */
const DECLARED_TWICE = ["Dialect", "Fields", "JobTransportConfig"];
const EXPORTED_TYPE = /^export (?:abstract )?(?:interface|type|class) (\w+)/gm;

test("An exported type has one meaning, so it is declared once", () => {
  const declarations = new Map<string, string[]>();
  for (const file of sourceFiles(/\.ts$/))
    for (const [, name = ""] of readFileSync(path.join(REPOSITORY, file), "utf8").matchAll(
      EXPORTED_TYPE,
    ))
      declarations.set(name, [...(declarations.get(name) ?? []), file]);
  expect(declarations.size).toBeGreaterThan(500);
  const repeated = [...declarations].filter(([, places]) => places.length > 1);
  expect(repeated.filter(([name]) => !DECLARED_TWICE.includes(name))).toEqual([]);
  expect(repeated).toHaveLength(DECLARED_TWICE.length);
});

test("The glossary names paths that exist", () => {
  const text = readFileSync(path.join(REPOSITORY, GLOSSARY), "utf8");
  const paths = [...text.matchAll(/`((?:services|packages|test-e2e|k8s|docs)\/[\w./-]+)`/g)];
  const missing = paths
    .map(([, name = ""]) => name)
    .filter((name) => !existsSync(path.join(REPOSITORY, name)));
  expect(paths.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
