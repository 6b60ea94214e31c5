/** @all evaluates every shipped manifest with every mutant */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { checkCluster } from "../src/checks/check.ts";
import { lintManifests } from "../src/lint/lint.ts";
import { objectName, readCluster } from "../src/manifests/read-cluster.ts";
import { type ManifestObject, readYamlDocuments } from "../src/manifests/yaml-documents.ts";
import { matrixMarkdown } from "../src/matrix/markdown.ts";
import { createMatrix } from "../src/matrix/matrix.ts";
import { matrixSvg } from "../src/matrix/svg.ts";
import { readMutants } from "./mutants.ts";
import { K8S, shippedExpectations, shippedObjects, VARIANTS } from "./shipped.ts";

const MUTANTS = readMutants();

test("there are at least 25 mutants", () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(25);
});

describe.each(VARIANTS)("the shipped manifests, %s", (variant) => {
  const objects = shippedObjects(variant);
  const expectations = shippedExpectations(variant);

  test("the shipped manifests open exactly the listed edges", () => {
    const { findings, counts } = checkCluster(readCluster(objects), expectations);
    expect(findings).toEqual([]);
    expect(counts.workloads).toBeGreaterThan(10);
    expect(counts.policies).toBeGreaterThan(40);
  });

  test("the shipped manifests have no lint finding", () => {
    expect(lintManifests(objects)).toEqual([]);
  });

  test.each(MUTANTS)(
    "mutant $name of the shipped manifests is found, and its finding names the edge",
    ({ apply, check, edge, lint }) => {
      const mutated = apply(objects);
      const { findings } = checkCluster(readCluster(mutated), expectations);
      const named = findings.filter((finding) => finding.check === check).map((each) => each.edge);
      expect(named).toContain(edge);
      expect(lintManifests(mutated).map(({ rule }) => rule)).toEqual(
        expect.arrayContaining([...lint]),
      );
    },
  );
});

describe("the options", () => {
  const base = shippedObjects("base");
  const findings = (objects: readonly ManifestObject[]) =>
    checkCluster(readCluster(objects), shippedExpectations("base")).findings;
  const option = (file: string) =>
    readYamlDocuments(readFileSync(path.join(K8S, "components", file), "utf8"), file);

  test("the option shield, which adds a separate proxy for the sanitiser, causes no finding", () => {
    const added = [
      ...option("shield/shield-proxy.yaml"),
      ...option("shield/network-policies.yaml"),
    ];
    expect(findings([...base, ...added])).toEqual([]);
    expect(lintManifests([...base, ...added])).toEqual([]);
  });

  test("the option cilium-fqdn causes no finding if it replaces two NetworkPolicies, and findings if they stay", () => {
    const replaced = [
      "NetworkPolicy veil-inference/allow-egress-proxy-to-internet",
      "NetworkPolicy veil-inference/allow-egress-proxy-to-dns",
    ];
    const rest = base.filter((object) => !replaced.includes(objectName(object)));
    const added = option("cilium-fqdn/egress-proxy.yaml");
    expect(rest).toHaveLength(base.length - 2);
    expect(findings([...rest, ...added])).toEqual([]);
    expect(findings([...base, ...added])).not.toEqual([]);
  });
});

describe("the auditors' matrix", () => {
  const cluster = readCluster(shippedObjects("prod"));
  const matrix = createMatrix(cluster, shippedExpectations("prod"));
  const committed = (name: string) =>
    readFileSync(path.join(K8S, "../docs/auditors", name), "utf8");

  // `scripts/isolation-matrix` updates these files.
  test("the auditors' matrix and its picture match the manifests of prod", () => {
    expect(committed("isolation-matrix.md")).toBe(
      matrixMarkdown(matrix, "Isolation matrix: prod", "isolation-matrix.svg"),
    );
    expect(committed("isolation-matrix.svg")).toBe(matrixSvg(matrix, "Isolation matrix: prod"));
  });

  test("the auditors' matrix contains every workload, and all its edges are listed", () => {
    const { edges } = shippedExpectations("prod");
    expect(matrix.pods.filter(({ owner }) => owner === "manifests")).toHaveLength(
      cluster.workloads.length,
    );
    const names = (id: string) => [id, id.slice(id.indexOf("/") + 1)];
    const unlisted = matrix.edges.filter(
      ({ from, to }) =>
        !edges.some((edge) => names(from).includes(edge.from) && names(to).includes(edge.to)),
    );
    expect(unlisted).toEqual([]);
    expect(matrix.unknownPods).toEqual([]);
  });

  test("the matrix and its picture show exactly the edges that the evaluator finds", () => {
    const markdown = matrixMarkdown(matrix, "t");
    for (const { from, to, ports } of matrix.edges)
      expect(markdown).toContain(`| ${from} | ${to} | ${ports} |`);
    const svg = matrixSvg(matrix, "t");
    const columns = new Set(
      matrix.outside
        .filter(({ direction }) => direction === "out")
        .map(({ pod, region }) => pod + region),
    );
    expect([...svg.matchAll(/<title>(?:(?!closed<).)*<\/title>/g)]).toHaveLength(
      matrix.edges.length + columns.size,
    );
  });
});
