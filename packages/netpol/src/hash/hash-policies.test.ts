import { describe, expect, test } from "@jest/globals";
import { readYamlDocuments } from "../manifests/yaml-documents.ts";
import { hashPolicies } from "./hash-policies.ts";

const RENDERED = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: allow-a-to-b, namespace: shop}
spec:
  podSelector: {matchLabels: {app: b, tier: x}}
  ingress:
    - from:
        - podSelector: {matchLabels: {app: a}}
          namespaceSelector: {matchExpressions: [{key: n, operator: In, values: [p, q]}]}
      ports: [{port: 80}, {port: 53, protocol: UDP}]
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: default-deny, namespace: shop}
spec: {podSelector: {}, policyTypes: [Ingress, Egress]}
`;

/**
 * The same policies as the API server returns them: with defaults, other metadata, and in another
 * order.
 */
const LIVE = `
apiVersion: v1
kind: List
items:
  - apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: default-deny, namespace: shop, uid: u, annotations: {note: x}}
    spec: {podSelector: {}, policyTypes: [Egress, Ingress]}
  - apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: allow-a-to-b, namespace: shop, uid: v, generation: 1, labels: {l: m}}
    spec:
      policyTypes: [Ingress]
      podSelector: {matchLabels: {tier: x, app: b}}
      ingress:
        - ports: [{port: 53, protocol: UDP}, {port: 80, protocol: TCP}]
          from:
            - namespaceSelector: {matchExpressions: [{key: n, operator: In, values: [q, p]}]}
              podSelector: {matchLabels: {app: a}}
`;

const hashOf = (...texts: readonly string[]) =>
  hashPolicies(texts.flatMap((text) => readYamlDocuments(text, "test.yaml")));

test("hashPolicies returns the same hash for a rendered file and for the objects that the API server returns", () => {
  const { sha256, policies } = hashOf(RENDERED);
  expect(policies).toEqual(["shop/allow-a-to-b", "shop/default-deny"]);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf(LIVE)).toMatchObject({ sha256, policies });
  const [first = "", second = ""] = RENDERED.split("---");
  expect(hashOf(second, first)).toMatchObject({ sha256, policies });
  const other = "{kind: Service, apiVersion: v1, metadata: {name: a, namespace: shop}}";
  expect(hashOf(RENDERED, other)).toMatchObject({ sha256, policies });
});

describe("hashPolicies for changed policies", () => {
  test.each([
    ["a port", "port: 80", "port: 81"],
    ["a protocol", "protocol: UDP", "protocol: TCP"],
    ["a label", "tier: x", "tier: y"],
    ["a value", "values: [p, q]", "values: [p]"],
    ["an operator", "operator: In", "operator: NotIn"],
    ["a direction", "policyTypes: [Ingress, Egress]", "policyTypes: [Ingress]"],
    ["a name", "name: default-deny", "name: deny"],
    ["a namespace", "name: default-deny, namespace: shop", "name: default-deny, namespace: other"],
    ["a peer", "podSelector: {matchLabels: {app: a}}", "podSelector: {}"],
    ["one selector made two peers", "          namespaceSelector", "        - namespaceSelector"],
  ])("the hash changes with %s", (_what, before, after) => {
    const changed = RENDERED.replace(before, after);
    expect(changed).not.toBe(RENDERED);
    expect(hashOf(changed).sha256).not.toBe(hashOf(RENDERED).sha256);
  });
});

test.each([
  [
    "there is no policy",
    "{kind: Service, apiVersion: v1, metadata: {name: a}}",
    "no NetworkPolicy",
  ],
  ["one is defined twice", `${RENDERED}---${RENDERED}`, "allow-a-to-b"],
])("hashPolicies throws when %s", (_when, text, message) => {
  expect(() => hashOf(text)).toThrow(message);
});

test("hashPolicies lists a policy of another kind in notHashed, and does not hash it", () => {
  const cilium = "{kind: CiliumNetworkPolicy, apiVersion: cilium.io/v2, metadata: {name: c}}";
  expect(hashOf(RENDERED, cilium)).toEqual({
    ...hashOf(RENDERED),
    notHashed: ["CiliumNetworkPolicy c"],
  });
});
