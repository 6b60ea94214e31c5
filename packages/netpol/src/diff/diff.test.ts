import { describe, expect, test } from "@jest/globals";
import { readCluster } from "../manifests/read-cluster.ts";
import { readYamlDocuments } from "../manifests/yaml-documents.ts";
import { createMatrix } from "../matrix/matrix.ts";
import { diffMatrices, printChanges } from "./diff.ts";

const pod = (name: string) =>
  `{kind: Pod, apiVersion: v1, metadata: {name: ${name}, namespace: n, labels: {app: ${name}}}, spec: {containers: []}}`;
const policy = (types: string, rules: string) =>
  `{kind: NetworkPolicy, apiVersion: networking.k8s.io/v1, metadata: {name: p, namespace: n}, spec: {podSelector: {}, policyTypes: ${types}, ${rules}}}`;
const PEERS = "[{podSelector: {matchLabels: {app: a}}}]";
const matrix = (text: string) =>
  createMatrix(readCluster(readYamlDocuments([pod("a"), pod("b"), text].join("\n---\n"), "test")));
const BOTH = "[Ingress, Egress]";
const closed = matrix(policy(BOTH, "ingress: []"));
const http = matrix(
  policy(
    BOTH,
    `ingress: [{from: ${PEERS}, ports: [{port: 80}]}], egress: [{to: [{podSelector: {}}]}]`,
  ),
);
const https = matrix(
  policy(
    BOTH,
    `ingress: [{from: ${PEERS}, ports: [{port: 443}]}], egress: [{to: [{podSelector: {}}]}]`,
  ),
);

describe("diffMatrices", () => {
  test("diffMatrices returns no change between matrices with the same edges", () => {
    expect(diffMatrices(http, http)).toEqual([]);
  });

  test("diffMatrices reports edges that are opened, closed, or open on different ports", () => {
    expect(printChanges(diffMatrices(closed, http))).toContain("+ n/a -> n/b [TCP 80]\n");
    expect(printChanges(diffMatrices(http, closed))).toContain("- n/a -> n/b [TCP 80]\n");
    expect(printChanges(diffMatrices(http, https))).toContain(
      "~ n/a -> n/b [TCP 80] became [TCP 443]\n",
    );
  });

  test("diffMatrices includes edges to and from the outside and unknown pods", () => {
    const open = matrix(policy("[Ingress]", "ingress: [{}]"));
    const lines = printChanges(diffMatrices(closed, open));
    expect(lines).toMatch(/^\+ 8\.0\.0\.0\/7 -> n\/a \[all\]$/m);
    expect(lines).toMatch(/^\+ an unknown pod in n -> n\/a \[all\]$/m);
  });
});
