import { describe, expect, test } from "@jest/globals";
import { readPolicy } from "../manifests/read-policy.ts";
import { readYamlMapping } from "../manifests/yaml-documents.ts";
import { addresses } from "./addresses.ts";
import { describeConnections } from "./connections.ts";
import type { AddressEndpoint, PodEndpoint } from "./endpoints.ts";
import { allowedConnections } from "./evaluate.ts";
import { exactly } from "./labels.ts";

const web: PodEndpoint = {
  kind: "pod",
  namespace: "shop",
  namespaceLabels: exactly({ "kubernetes.io/metadata.name": "shop", team: "one" }),
  labels: exactly({ app: "web" }),
  ports: [
    { name: "http", port: 8080, protocol: "TCP" },
    { name: "dns", port: 5353, protocol: "UDP" },
    { name: "dns", port: 5354, protocol: "TCP" },
  ],
  addresses: addresses(["10.0.0.1"]),
  hostNetwork: false,
};
const api: PodEndpoint = {
  ...web,
  namespace: "backend",
  namespaceLabels: exactly({ "kubernetes.io/metadata.name": "backend" }),
  labels: exactly({ app: "api" }),
  ports: [{ name: "http", port: 9090, protocol: "TCP" }],
  addresses: addresses(["10.0.0.2"]),
};
const internet: AddressEndpoint = { kind: "addresses", addresses: addresses(["8.8.8.8"]) };
const metadata: AddressEndpoint = { kind: "addresses", addresses: addresses(["169.254.169.254"]) };
const internet6: AddressEndpoint = { kind: "addresses", addresses: addresses(["2606:4700::1"]) };

function open(
  spec: string,
  from: PodEndpoint | AddressEndpoint,
  to: PodEndpoint | AddressEndpoint,
): string {
  const text = `{metadata: {name: p, namespace: shop}, spec: ${spec}}`;
  const policy = readPolicy(readYamlMapping(text, "test"), "test");
  return describeConnections(allowedConnections([policy], from, to).connections);
}

const FROM_API =
  "{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: backend}}, podSelector: {matchLabels: {app: api}}}";

describe("allowedConnections: ingress", () => {
  test.each([
    ["no policy for this pod", "{podSelector: {matchLabels: {app: other}}}", "all"],
    ["no rule", "{podSelector: {}, policyTypes: [Ingress]}", "none"],
    ["an absent spec", "{}", "none"],
    ["an empty list of rules", "{podSelector: {}, ingress: []}", "none"],
    ["an empty rule", "{podSelector: {}, ingress: [{}]}", "all"],
    ["a null rule", "{podSelector: {}, ingress: [null]}", "all"],
    ["an empty from", "{podSelector: {}, ingress: [{from: [], ports: [{port: 80}]}]}", "TCP 80"],
    ["a policy about egress only", "{podSelector: {}, policyTypes: [Egress]}", "all"],
    [
      "rules that policyTypes switch off",
      "{podSelector: {}, policyTypes: [Egress], ingress: []}",
      "all",
    ],
    ["both selectors in one element", `{podSelector: {}, ingress: [{from: [${FROM_API}]}]}`, "all"],
    [
      "a podSelector of the policy's own namespace",
      "{podSelector: {}, ingress: [{from: [{podSelector: {}}]}]}",
      "none",
    ],
    [
      "a namespaceSelector for every namespace",
      "{podSelector: {}, ingress: [{from: [{namespaceSelector: {}}]}]}",
      "all",
    ],
    [
      "two elements, of which one holds",
      "{podSelector: {}, ingress: [{from: [{podSelector: {matchLabels: {app: api}}}, {namespaceSelector: {}}]}]}",
      "all",
    ],
    [
      "an ipBlock with the pod's address",
      "{podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/24}}]}]}",
      "all",
    ],
    [
      "an ipBlock that excepts it",
      "{podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/24, except: [10.0.0.2/32]}}]}]}",
      "none",
    ],
    [
      "two rules",
      "{podSelector: {}, ingress: [{ports: [{port: 80}]}, {ports: [{port: 82}, {port: 53, protocol: UDP}]}]}",
      "TCP 80,82; UDP 53",
    ],
    [
      "a range",
      "{podSelector: {}, ingress: [{ports: [{port: 80, endPort: 90}, {port: 91}]}]}",
      "TCP 80-91",
    ],
    ["a protocol", "{podSelector: {}, ingress: [{ports: [{protocol: SCTP}]}]}", "SCTP all"],
    ["a named port", "{podSelector: {}, ingress: [{ports: [{port: http}]}]}", "TCP 8080"],
    [
      "a name that two protocols share",
      "{podSelector: {}, ingress: [{ports: [{port: dns, protocol: UDP}]}]}",
      "UDP 5353",
    ],
    ["a name that no port has", "{podSelector: {}, ingress: [{ports: [{port: https}]}]}", "none"],
  ])("allowed ingress to a pod with %s", (_, spec, expected) => {
    expect(open(spec, api, web)).toBe(expected);
  });

  test("ingress from an outside address is allowed only by an ipBlock of the same family", () => {
    const spec =
      "{podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 0.0.0.0/0, except: [169.254.0.0/16]}}]}]}";
    expect([internet, metadata, internet6].map((from) => open(spec, from, web))).toEqual([
      "all",
      "none",
      "none",
    ]);
  });

  test("ingress from an outside address is not allowed by a selector", () => {
    expect(
      open("{podSelector: {}, ingress: [{from: [{namespaceSelector: {}}]}]}", internet, web),
    ).toBe("none");
  });
});

describe("allowedConnections: egress", () => {
  test.each([
    ["policyTypes that are absent, and no rule", "{podSelector: {}}", "all"],
    ["policyTypes that are absent, and an empty list", "{podSelector: {}, egress: []}", "all"],
    [
      "policyTypes that are absent, and a rule",
      "{podSelector: {}, egress: [{ports: [{port: 80}]}]}",
      "TCP 80",
    ],
    ["no rule", "{podSelector: {}, policyTypes: [Egress]}", "none"],
    [
      "a name, which is the destination's",
      "{podSelector: {}, egress: [{ports: [{port: http}]}]}",
      "TCP 9090",
    ],
    ["a peer", `{podSelector: {}, egress: [{to: [${FROM_API}], ports: [{port: 80}]}]}`, "TCP 80"],
  ])("allowed egress from a pod with %s", (_, spec, expected) => {
    expect(open(spec, web, api)).toBe(expected);
  });

  test("egress to an outside address is not allowed by a rule with a named port", () => {
    expect(open("{podSelector: {}, egress: [{ports: [{port: http}]}]}", web, internet)).toBe(
      "none",
    );
  });
});

describe("allowedConnections: pods on the node's network", () => {
  const onNode: PodEndpoint = { ...web, hostNetwork: true };

  test("no policy applies to a pod on the node's network, and no selector matches it", () => {
    expect(open("{podSelector: {}}", api, onNode)).toBe("all");
    const spec = "{podSelector: {}, ingress: [{from: [{podSelector: {}}]}]}";
    expect(open(spec, onNode, web)).toBe("none");
    expect(open(spec, web, web)).toBe("all");
  });
});

test("a connection needs a policy at both ends, and the policies of each end add up", () => {
  const policies = [
    "{metadata: {name: a, namespace: shop}, spec: {podSelector: {}, egress: [{ports: [{port: 80}]}]}}",
    "{metadata: {name: b, namespace: shop}, spec: {podSelector: {}, egress: [{ports: [{port: 81}, {port: 82}]}]}}",
    "{metadata: {name: c, namespace: backend}, spec: {podSelector: {}, ingress: [{ports: [{port: 81}, {port: 83}]}]}}",
    "{metadata: {name: d, namespace: backend}, spec: {podSelector: {}, ingress: [{ports: [{port: 80}]}]}}",
  ].map((text) => readPolicy(readYamlMapping(text, "test"), "test"));
  const way = allowedConnections(policies, web, api);
  expect(describeConnections(way.connections)).toBe("TCP 80-81");
  expect(describeConnections(way.egress.connections)).toBe("TCP 80-82");
  expect(describeConnections(way.ingress.connections)).toBe("TCP 80-81,83");
});
