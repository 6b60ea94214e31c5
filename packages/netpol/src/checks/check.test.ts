import { describe, expect, test } from "@jest/globals";
import { readExpectations } from "../expectations/read-expectations.ts";
import { readCluster } from "../manifests/read-cluster.ts";
import { readYamlDocuments } from "../manifests/yaml-documents.ts";
import { checkCluster } from "./check.ts";
import { printReport } from "./print-report.ts";

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

function checkWithProbe(...policies: readonly string[]) {
  const probe = POD("probe").replace("app: probe", "app: left, role: probe");
  const documents = [...["left", "right", "middle"].map(POD), probe, DENY, ...policies];
  const expectations = "zones: [n]\nsandboxes: {a: [left, probe], b: right}";
  return checkCluster(
    readCluster(readYamlDocuments(documents.join("\n---\n"), "test")),
    readExpectations(expectations, "isolation.yaml", undefined),
  );
}
const LISTED = (from: string, to: string) => `{from: ${from}, to: ${to}, ports: [TCP/80]}`;

describe("check: paths between the sandboxes", () => {
  test("a path over another pod is a finding even if both of its edges are listed", () => {
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

  test("a platform pod ends a path, so two edges over it are not a finding", () => {
    const { findings, paths } = check(
      [LISTED("left", "helper"), LISTED("helper", "right")].join(", "),
      ...[FROM("left", "helper"), TO("helper", "right")],
    );
    expect(findings).toEqual([]);
    expect(paths).toContain("n/left can reach only: n/left -[TCP 80]-> platform/helper");
  });
});

describe("check: a probe that represents a sandbox", () => {
  const notEquivalent = (...policies: readonly string[]) =>
    checkWithProbe(...policies).findings.filter(
      (finding) => finding.check === "sandbox-equivalent",
    );
  const narrowed = (policy: string, from: string, to: string) => {
    expect(policy).toContain(from);
    return policy.replaceAll(from, to);
  };

  test("a probe with extra labels is equivalent to its sandbox if no policy selects by them", () => {
    expect(
      notEquivalent(FROM("left", "middle"), TO("left", "middle"), TO("middle", "left")),
    ).toEqual([]);
    expect(printReport(checkWithProbe())).toContain("ok    sandbox-equivalent ");
  });

  test.each([
    ["by its own policy", FROM("left", "middle"), "{app: left}", "{role: probe}"],
    ["by a peer's policy", TO("left", "middle"), "{app: left}", "{role: probe}"],
    [
      "by a policy that selects without it",
      FROM("left", "middle"),
      "podSelector: {matchLabels: {app: left}}",
      "podSelector: {matchExpressions: [{key: role, operator: DoesNotExist}]}",
    ],
    [
      "by a peer that is named without it",
      TO("left", "middle"),
      "{matchLabels: {app: left}}",
      "{matchExpressions: [{key: role, operator: DoesNotExist}]}",
    ],
  ])(
    "a probe that is distinguished from its sandbox %s is a finding that names the policy and the probe",
    (_, policy, from, to) => {
      const [found, ...more] = notEquivalent(narrowed(policy, from, to));
      expect(more).toEqual([]);
      expect(found).toMatchObject({
        edge: "n/probe",
        policies: [expect.stringMatching(/^n\/(from|to)-/)],
      });
      expect(found?.message).toMatch(
        /^n\/from-left-to-middle selects n\/|^n\/to-middle-from-left names in ingress\[0\].from\[0\] n\//,
      );
      expect(found?.message).toMatch(/n\/left and not n\/probe$|n\/probe and not n\/left$/);
    },
  );

  test("a path between the probe and the other sandbox is a finding", () => {
    const apart = checkWithProbe(
      narrowed(FROM("left", "right"), "{app: left}", "{role: probe}"),
      narrowed(TO("left", "right"), "{app: left}", "{role: probe}"),
      FROM("right", "left"),
      narrowed(TO("right", "left"), "{app: left}", "{role: probe}"),
    ).findings.filter(({ check: name }) => name === "sandboxes-apart");
    expect(apart.map(({ edge }) => edge)).toEqual(["n/probe -> n/right", "n/right -> n/probe"]);
  });

  test("an unlisted edge of the probe is a finding", () => {
    const edges = checkWithProbe(FROM("middle", "left"), TO("middle", "left")).findings.filter(
      ({ check: name }) => name === "sandbox-peers",
    );
    expect(edges.map(({ edge }) => edge)).toEqual(["n/middle -> n/left", "n/middle -> n/probe"]);
  });

  test("the report lists what the probe can reach", () => {
    expect(checkWithProbe().paths).toEqual([
      "n/left can open no connections",
      "n/probe can open no connections",
      "n/right can open no connections",
    ]);
  });
});

describe("check: listed edges", () => {
  test.each([
    ["at its source", [FROM("middle", "right")], "no policy opens it at the destination"],
    ["at its destination", [TO("middle", "right")], "no policy opens it at the source"],
    ["nowhere", [], "no policy opens it at either end"],
  ])(
    "a listed edge that policies open only %s is missing, and the finding says which end is closed",
    (_, policies, message) => {
      const { findings } = check(LISTED("middle", "right"), ...policies);
      const missing = findings.filter((finding) => finding.check === "listed-edges-open");
      expect(missing.map(({ edge }) => edge)).toEqual(["n/middle -> n/right"]);
      expect(missing[0]?.message).toContain(message);
      const oneSided = findings.some((finding) => finding.check === "both-ends");
      expect(oneSided).toBe(policies.length > 0);
    },
  );
});
