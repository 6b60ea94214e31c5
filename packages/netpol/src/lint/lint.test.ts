import { describe, expect, test } from "@jest/globals";
import { readYamlDocuments } from "../manifests/yaml-documents.ts";
import { lintManifests } from "./lint.ts";

const HEAD =
  "apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: p, namespace: n}";
const PEER =
  "{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: m}}, podSelector: {matchLabels: {app: a}}}";
const GOOD = `{${HEAD}, spec: {podSelector: {matchLabels: {app: b}}, policyTypes: [Ingress], ingress: [{from: [${PEER}], ports: [{protocol: TCP, port: 80}]}]}}`;
const rules = (text: string) =>
  lintManifests(readYamlDocuments(text, "test")).map(({ rule }) => rule);
const egress = (rule: string) =>
  `{${HEAD}, spec: {podSelector: {}, policyTypes: [Egress], egress: [${rule}]}}`;

describe("lintManifests", () => {
  test("lintManifests returns no finding for a correct policy", () => {
    expect(rules(GOOD)).toEqual([]);
  });

  test.each([
    [
      "unknown-field",
      GOOD.replace("policyTypes: [Ingress],", "policyTypes: [Ingress], policyTypez: [],"),
    ],
    ["unknown-field", GOOD.replace("port: 80}", "port: 80, endport: 90}")],
    ["unknown-field", GOOD.replace("{app: a}}", "{app: a}, matchLabel: {}}")],
    ["refused", GOOD.replace("port: 80", "port: 80.5")],
    ["port-number", GOOD.replace("port: 80", "port: 80000")],
    [
      "except-mapped",
      egress(
        "{to: [{ipBlock: {cidr: '::/0', except: ['::ffff:0:0/96']}}], ports: [{protocol: TCP, port: 1}]}",
      ),
    ],
    [
      "except-outside",
      egress(
        "{to: [{ipBlock: {cidr: 10.0.0.0/8, except: [11.0.0.0/16]}}], ports: [{protocol: TCP, port: 1}]}",
      ),
    ],
    ["api-version", GOOD.replace("networking.k8s.io/v1", "extensions/v1beta1")],
    ["missing-namespace", GOOD.replace(", namespace: n", "")],
    ["missing-pod-selector", GOOD.replace("podSelector: {matchLabels: {app: b}}, ", "")],
    ["missing-policy-types", GOOD.replace("policyTypes: [Ingress], ", "")],
    ["ignored-rules", GOOD.replace("[Ingress]", "[Egress]")],
    ["no-peers", GOOD.replace(`from: [${PEER}], `, "")],
    ["no-peers", GOOD.replace(PEER, "")],
    ["no-ports", GOOD.replace(", ports: [{protocol: TCP, port: 80}]", "")],
    ["every-port", GOOD.replace(", port: 80", "")],
    ["missing-protocol", GOOD.replace("protocol: TCP, ", "")],
    ["two-elements", GOOD.replace("m}}, podSelector", "m}}}, {podSelector")],
    ["every-pod", GOOD.replace(", podSelector: {matchLabels: {app: a}}", "")],
    ["every-pod", GOOD.replace("podSelector: {matchLabels: {app: a}}", "podSelector: {}")],
    ["every-namespace", GOOD.replace("{matchLabels: {kubernetes.io/metadata.name: m}}", "{}")],
    ["namespace-by-label", GOOD.replace("kubernetes.io/metadata.name", "team")],
    [
      "every-address",
      egress("{to: [{ipBlock: {cidr: 0.0.0.0/0}}], ports: [{protocol: TCP, port: 443}]}"),
    ],
    [
      "every-address",
      egress("{to: [{ipBlock: {cidr: '::/0', except: []}}], ports: [{protocol: TCP, port: 443}]}"),
    ],
    ["dns-protocol", egress(`{to: [${PEER}], ports: [{protocol: UDP, port: 53}]}`)],
    ["dns-protocol", egress(`{to: [${PEER}], ports: [{protocol: TCP, port: 53}]}`)],
    [
      "negative-selector",
      GOOD.replace(
        "{matchLabels: {app: a}}",
        "{matchExpressions: [{key: app, operator: NotIn, values: [c]}]}",
      ),
    ],
    ["moving-label", GOOD.replace("app: b", "cnpg.io/instanceRole: primary")],
    [
      "unknown-namespace",
      `${GOOD}\n---\n{apiVersion: v1, kind: Namespace, metadata: {name: other}}`,
    ],
    [
      "namespace-name-label",
      "{apiVersion: v1, kind: Namespace, metadata: {name: a, labels: {kubernetes.io/metadata.name: b}}}",
    ],
  ])("lintManifests finds %s in %s", (rule, text) => {
    expect(rules(text)).toContain(rule);
  });
});
