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

describe.each(VARIANTS)("The shipped manifests of %s", (variant) => {
  const objects = shippedObjects(variant);
  const expectations = shippedExpectations(variant);
  const mutants = readMutants(variant);

  test("there are at least 25 mutants", () => {
    expect(mutants.length).toBeGreaterThanOrEqual(25);
  });

  test("check of the shipped manifests has no findings", () => {
    const { findings, counts } = checkCluster(readCluster(objects), expectations);
    expect(findings).toEqual([]);
    expect(counts.workloads).toBeGreaterThan(10);
    expect(counts.policies).toBeGreaterThan(40);
  });

  test("lint of the shipped manifests has no findings", () => {
    expect(lintManifests(objects)).toEqual([]);
  });

  test.each(mutants)(
    "mutant $name causes a finding with its edge, and the expected lint findings",
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

describe("Optional components", () => {
  const base = shippedObjects("base");
  const findings = (objects: readonly ManifestObject[]) =>
    checkCluster(readCluster(objects), shippedExpectations("base")).findings;
  const option = (file: string) =>
    readYamlDocuments(readFileSync(path.join(K8S, "components", file), "utf8"), file);

  test.each(["shield", "sign-in"])(
    "the option %s adds a separate proxy without findings",
    (component) => {
      const added = [
        ...option(`${component}/${component}-proxy.yaml`),
        ...option(`${component}/network-policies.yaml`),
      ];
      expect(findings([...base, ...added])).toEqual([]);
      expect(lintManifests([...base, ...added])).toEqual([]);
    },
  );

  test("the option tracing gives only the gateway and the audit service an edge to the collector", () => {
    const policies = option("tracing/network-policies.yaml");
    expect(policies.map(objectName)).toEqual([
      "NetworkPolicy veil-edge/allow-edge-gateway-to-otel-collector",
      "NetworkPolicy veil-audit/allow-audit-to-otel-collector",
    ]);
    expect(findings([...base, ...policies])).toEqual([]);
    expect(lintManifests([...base, ...policies])).toEqual([]);
  });

  test.each([
    ["veil-identity", "bridge"],
    ["veil-sanitiser", "sanitiser"],
    ["veil-inference", "inference-worker"],
    ["veil-signer", "veil-signer"],
  ])("an edge from %s/%s to the collector causes a finding", (namespace, name) => {
    const file = path.join(K8S, "components/tracing/network-policies.yaml");
    const [first = ""] = readFileSync(file, "utf8").split("---\n");
    const policy = first
      .replaceAll("veil-edge", namespace)
      .replace(
        /(podSelector:\s+matchLabels:\s+app.kubernetes.io\/name: )edge-gateway/,
        `$1${name}`,
      );
    const edges = findings([...base, ...readYamlDocuments(policy, file)]).map(({ edge }) => edge);
    expect(edges.join()).toContain(`${namespace}/${name} -> observability/otel-collector`);
  });

  test("the option cilium-fqdn has no findings if it replaces two NetworkPolicies, and has findings if they remain", () => {
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

describe("The auditors' isolation matrix", () => {
  const cluster = readCluster(shippedObjects("prod"));
  const matrix = createMatrix(cluster, shippedExpectations("prod"));
  const committed = (name: string) =>
    readFileSync(path.join(K8S, "../docs/auditors", name), "utf8");

  // `scripts/isolation-matrix` updates the files.
  test("the committed matrix and its picture match the manifests of prod", () => {
    expect(committed("isolation-matrix.md")).toBe(
      matrixMarkdown(matrix, "Isolation matrix: prod", "isolation-matrix.svg"),
    );
    expect(committed("isolation-matrix.svg")).toBe(matrixSvg(matrix, "Isolation matrix: prod"));
  });

  test("the matrix contains every workload, and all of its edges are listed in the expectations", () => {
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

  test("the matrix and the picture show exactly the edges that the evaluator finds", () => {
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
