import { describe, expect, test } from "@jest/globals";
import { readExpectations } from "../expectations/read-expectations.ts";
import { readCluster } from "../manifests/read-cluster.ts";
import { readYamlDocuments } from "../manifests/yaml-documents.ts";
import { checkCluster } from "./check.ts";

const POD = (name: string) =>
  `{kind: Pod, apiVersion: v1, metadata: {name: ${name}, namespace: n, labels: {app: ${name}}}, spec: {containers: []}}`;
const POLICY = (name: string, spec: string) =>
  `{kind: NetworkPolicy, apiVersion: networking.k8s.io/v1, metadata: {name: ${name}, namespace: n}, spec: {${spec}}}`;
const PEER = (name: string) =>
  `{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ${name === "helper" ? "platform" : "n"}}}, podSelector: {matchLabels: {app: ${name}}}}`;
const SELECT = (name: string) => `podSelector: {matchLabels: {app: ${name}}}`;
const PORTS = "ports: [{protocol: TCP, port: 80}]";
const FROM = (from: string, to: string) =>
  POLICY(
    `from-${from}-to-${to}`,
    `${SELECT(from)}, policyTypes: [Egress], egress: [{to: [${PEER(to)}], ${PORTS}}]`,
  );
const TO = (from: string, to: string) =>
  POLICY(
    `to-${to}-from-${from}`,
    `${SELECT(to)}, policyTypes: [Ingress], ingress: [{from: [${PEER(from)}], ${PORTS}}]`,
  );
const DENY = POLICY("default-deny", "podSelector: {}, policyTypes: [Ingress, Egress]");

function check(edges: string, ...policies: readonly string[]) {
  const documents = [...["left", "right", "middle"].map(POD), DENY, ...policies];
  const expectations = `
zones: [n]
sandboxes: {a: left, b: right}
platform: {helper: {namespace: platform, labels: {app: helper}}}
edges: [${edges}]
`;
  return checkCluster(
    readCluster(readYamlDocuments(documents.join("\n---\n"), "test")),
    readExpectations(expectations, "isolation.yaml", undefined),
  );
}
const LISTED = (from: string, to: string) => `{from: ${from}, to: ${to}, ports: [TCP/80]}`;

describe("a path between the sandboxes", () => {
  test("over another pod is one, though both of its edges are listed", () => {
    const { findings } = check(
      [LISTED("left", "middle"), LISTED("middle", "right")].join(", "),
      ...[
        FROM("left", "middle"),
        TO("left", "middle"),
        FROM("middle", "right"),
        TO("middle", "right"),
      ],
    );
    expect(findings).toEqual([
      {
        check: "sandboxes-apart",
        edge: "n/left -> n/right",
        message:
          "a path leads from one sandbox to the other: n/left -[TCP 80]-> n/middle -[TCP 80]-> n/right",
        policies: [
          ...["n/from-left-to-middle", "n/to-middle-from-left"],
          ...["n/from-middle-to-right", "n/to-right-from-middle"],
        ],
      },
    ]);
  });

  test("over a pod of the platform is none: it is where a path ends", () => {
    const { findings, paths } = check(
      [LISTED("left", "helper"), LISTED("helper", "right")].join(", "),
      ...[FROM("left", "helper"), TO("helper", "right")],
    );
    expect(findings).toEqual([]);
    expect(paths).toContain("n/left gets no further than: n/left -[TCP 80]-> platform/helper");
  });
});

describe("an edge", () => {
  test.each([
    ["at its source", [FROM("middle", "right")], "no policy opens it at the destination"],
    ["at its destination", [TO("middle", "right")], "no policy opens it at the source"],
    ["nowhere", [], "no policy opens it at either end"],
  ])("that is listed and opened %s alone is missing, and says where", (_, policies, message) => {
    const { findings } = check(LISTED("middle", "right"), ...policies);
    const missing = findings.filter((finding) => finding.check === "listed-edges-open");
    expect(missing.map(({ edge }) => edge)).toEqual(["n/middle -> n/right"]);
    expect(missing[0]?.message).toContain(message);
    const oneSided = findings.some((finding) => finding.check === "both-ends");
    expect(oneSided).toBe(policies.length > 0);
  });
});
