import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import {
  checkCluster,
  createMatrix,
  diffMatrices,
  findExpectations,
  loadManifests,
  printChanges,
  printReport,
  readCluster,
  readExpectations,
  readYamlDocuments,
} from "@veil/netpol";
import { REPOSITORY } from "../support/deployment/manifests.ts";

const GUIDE = path.join(REPOSITORY, "docs/auditors");
const documents = readdirSync(GUIDE).filter((name) => name.endsWith(".md"));
const textOf = (document: string) => readFileSync(path.join(GUIDE, document), "utf8");
const guide = textOf("README.md");

function readVariant(variant: string, more = "") {
  const file = path.join(REPOSITORY, `k8s/rendered/${variant}.yaml`);
  const expected = findExpectations(file) ?? "";
  return {
    cluster: readCluster([...loadManifests(file).objects, ...readYamlDocuments(more, "leak.yaml")]),
    expectations: readExpectations(readFileSync(expected, "utf8"), expected, variant),
  };
}

function quoted(name: string): readonly string[] {
  const [, block = ""] =
    new RegExp(`<!-- result: ${name} -->\\n+\`\`\`\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  const lines = block.split("\n").filter((line) => line !== "");
  expect(lines.length).toBeGreaterThan(5);
  return lines;
}

describe("The guide for auditors", () => {
  test("The guide for auditors shows the actual output of the isolation check, without and with a leak", () => {
    for (const [name, leak] of [
      ["check", ""],
      ["leak", readFileSync(path.join(GUIDE, "leak.yaml"), "utf8")],
    ] as const) {
      const { cluster, expectations } = readVariant("prod", leak);
      const printed = printReport(checkCluster(cluster, expectations)).split("\n");
      expect(quoted(name).filter((line) => !printed.includes(line))).toEqual([]);
    }
  });

  test("The guide for auditors shows the actual difference between the overlays dev and prod", () => {
    const [dev, prod] = ["dev", "prod"].map((variant) => readVariant(variant));
    const matrices = [dev, prod].map((one) => one && createMatrix(one.cluster, one.expectations));
    const [before, after] = matrices;
    if (before === undefined || after === undefined) throw new Error("No matrix");
    const printed = printChanges(diffMatrices(before, after)).split("\n");
    expect(quoted("diff")).toEqual(printed.filter((line) => line !== ""));
  });

  test("The diagram in the guide for auditors is up to date", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(REPOSITORY, "scripts/draw-data-flow.mjs"), "--check"],
      { encoding: "utf8" },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

describe.each(documents)("%s for auditors", (document) => {
  const text = textOf(document);

  test("The document names only paths that exist", () => {
    const names = [
      ...text.matchAll(
        /(?<![\w/.-])((?:services|packages|test-e2e|k8s|docs|scripts)\/[\w./-]*\w)/g,
      ),
    ].map(([, name = ""]) => name);
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });
});

test("Every check that the threat model names is in the guide's table", () => {
  const known = new Set([...guide.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name = ""]) => name));
  const rows = textOf("threat-model.md").matchAll(/^\|.*\| ([^|]*`[^|]*) \|$/gm);
  const named = [...rows].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([a-z]+)`/g)].map(([, name = ""]) => name),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

/** Returns true for an existing path, and for a prefix of one, which `npm test` accepts too. */
function isThere(name: string): boolean {
  const full = path.join(REPOSITORY, name);
  if (existsSync(full)) return true;
  const folder = path.dirname(full);
  return (
    existsSync(folder) && readdirSync(folder).some((file) => file.startsWith(path.basename(full)))
  );
}
