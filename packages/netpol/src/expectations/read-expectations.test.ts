import { describe, expect, test } from "@jest/globals";
import { checkCluster } from "../checks/check.ts";
import { readCluster } from "../manifests/read-cluster.ts";
import { describeConnections } from "../semantics/connections.ts";
import { readExpectations } from "./read-expectations.ts";

const SANDBOXES = "sandboxes: {a: one, b: two}";
const read = (rest: string, variant?: string) =>
  readExpectations(`${SANDBOXES}\n${rest}`, "isolation.yaml", variant);
const pods = (...names: string[]) =>
  readCluster(
    names.map((name) => ({
      source: "test",
      fields: {
        ...{ kind: "Pod", apiVersion: "v1" },
        ...{ metadata: { name, namespace: "n", labels: { app: name } }, spec: { containers: [] } },
      },
    })),
  );

describe("readExpectations", () => {
  test("readExpectations returns an edge for every pair of ends, with ports and ranges", () => {
    const { edges } = read("edges: [{from: [a, b], to: c, ports: [TCP/80, UDP/10-20]}]");
    expect(
      edges.map(({ from, to, connections }) => [from, to, describeConnections(connections)]),
    ).toEqual([
      ["a", "c", "TCP 80; UDP 10-20"],
      ["b", "c", "TCP 80; UDP 10-20"],
    ]);
  });

  test("an edge with only is returned only for the variants that it names", () => {
    const text = "variants: [dev, prod]\nedges: [{from: a, to: b, ports: [TCP/1], only: [prod]}]";
    expect(read(text, "prod").edges).toHaveLength(1);
    expect(read(text, "dev").edges).toHaveLength(0);
  });

  test("a sandbox is one name or a list, which must not be empty", () => {
    expect(read("").sandboxes).toEqual({ a: ["one"], b: ["two"] });
    const text = "sandboxes: {a: [one, three], b: two}";
    expect(readExpectations(text, "isolation.yaml", undefined).sandboxes.a).toEqual([
      "one",
      "three",
    ]);
    expect(() =>
      readExpectations("sandboxes: {a: [], b: two}", "isolation.yaml", undefined),
    ).toThrow(/sandboxes\.a is empty/);
  });

  test.each([
    ["edgs: []", undefined, /unknown field edgs/],
    ["edges: [{from: a, to: b, ports: [TCP/1], port: 2}]", undefined, /unknown field port/],
    ["edges: [{from: a, to: b, ports: []}]", undefined, /ports is empty/],
    ["edges: [{from: a, to: b, ports: [80]}]", undefined, /must be a string/],
    ["edges: [{from: a, to: b, ports: [tcp/80]}]", undefined, /must look like TCP\/443/],
    ["edges: [{from: a, ports: [TCP/80]}]", undefined, /to must be a string/],
    ["edges: [{from: a, to: b, ports: [TCP/1], only: [prod]}]", undefined, /not one of/],
    ["variants: [dev]", "prod", /choose one of dev with --variant/],
    ["variants: [dev]", undefined, /--variant/],
    ["outside: {x: {}}", undefined, /needs cidrs, or atMost/],
    ["outside: {x: {cidrs: [10.0.0.0]}}", undefined, undefined],
    ["outside: {x: {cidrs: [ten]}}", undefined, /not a CIDR block/],
    ["platform: {x: {label: {}}}", undefined, /unknown field label/],
  ])("readExpectations validates %s with the variant %s", (text, variant, message) => {
    if (message === undefined) expect(() => read(text, variant)).not.toThrow();
    else expect(() => read(text, variant)).toThrow(message);
  });
});

describe("Expectations that do not match the manifests", () => {
  test.each([
    ["a missing workload", "edges: [{from: one, to: three, ports: [TCP/1]}]", /three is expected/],
    [
      "an edge to the Internet from a workload that is not a proxy",
      "outside: {net: {cidrs: [0.0.0.0/0]}}\nedges: [{from: one, to: net, ports: [TCP/1]}]",
      /one has an edge to net but is not one of the proxies/,
    ],
  ])("checkCluster throws for %s", (_, text, message) => {
    expect(() => checkCluster(pods("one", "two"), read(text))).toThrow(message);
  });

  test("checkCluster accepts an optional edge whose end is missing", () => {
    const text = "edges: [{from: one, to: three, ports: [TCP/1], optional: true}]";
    expect(() => checkCluster(pods("one", "two"), read(text))).not.toThrow();
  });

  test.each([
    ["must be open", "", ["one -> two"]],
    ["may be closed", ", mayBeClosed: true", []],
  ])("an edge that %s and is closed has the findings of its end", (_what, more, edges) => {
    const text = `edges: [{from: one, to: two, ports: [TCP/1]${more}}]`;
    const deny = {
      ...{ namespace: "n", name: "deny", podSelector: [], types: ["Ingress", "Egress"] as const },
      ...{ ingress: [], egress: [] },
    };
    const cluster = { ...pods("one", "two"), policies: [deny] };
    const { findings } = checkCluster(cluster, read(text));
    const closed = findings.filter(({ check }) => check === "listed-edges-open");
    expect(closed.map(({ edge }) => edge.replaceAll(/[^ ]*\//g, ""))).toEqual(edges);
  });
});

test("an edge to nodes is not an edge to the Internet, and no pod has an address of a node", () => {
  const policy = (peers: unknown) => ({
    ...{ namespace: "n", name: "p", podSelector: [], types: ["Egress"], ingress: [] },
    egress: [{ peers, ports: [{ protocol: "TCP", port: 6443 }] }],
  });
  const text = `
outside: {nodes: {cidrs: [172.18.0.0/16], machines: true}}
edges: [{from: [one, two], to: nodes, ports: [TCP/6443]}]
`;
  const findings = (cidr: string) =>
    checkCluster(
      {
        ...pods("one", "two"),
        policies: [policy([{ kind: "addresses", cidr, except: [] }])] as never,
      },
      read(text),
    ).findings.filter(({ edge }) => edge.startsWith("n/one ->"));
  expect(findings("172.18.0.0/16")).toEqual([]);
  expect(findings("172.0.0.0/8").map(({ check }) => check)).toContain("only-proxies-leave");
});

describe("check: a zone of few addresses beside a zone with blocks", () => {
  const text = `
outside: {few: {atMost: 2}, store: {cidrs: [192.0.2.0/24], machines: true}}
edges: [{from: one, to: few, ports: [TCP/443, TCP/6443]}, {from: one, to: store, ports: [TCP/443]}]
`;
  const allow = (cidr: string, ...ports: readonly number[]) => ({
    ...{ namespace: "n", name: cidr, podSelector: [], types: ["Egress"], ingress: [] },
    egress: [
      {
        peers: [{ kind: "addresses", cidr, except: [] }],
        ports: ports.map((port) => ({ protocol: "TCP", port })),
      },
    ],
  });
  const findings = (...policies: readonly unknown[]) =>
    checkCluster({ ...pods("one", "two"), policies: policies as never }, read(text))
      .findings.filter(({ edge }) => edge.startsWith("n/one ->"))
      .map(({ edge, message }) => `${edge}: ${message}`);
  const few = allow("198.51.100.1/32", 443, 6443);

  test("addresses of the blocks do not count as addresses of the other zone", () => {
    expect(findings(few, allow("192.0.2.0/24", 443))).toEqual([]);
  });

  test("an address of the blocks with a port of the other zone is a finding", () => {
    expect(findings(few, allow("192.0.2.1/32", 443, 6443))).toEqual([
      expect.stringContaining("TCP 6443 is open to 192.0.2.1"),
    ]);
  });

  test("an edge to the blocks does not replace the edge to the other zone", () => {
    expect(findings(allow("192.0.2.0/24", 443))).toEqual([
      "n/one -> few: TCP 443,6443 is listed, but no policy opens it",
    ]);
  });
});

describe("check: policies of other kinds", () => {
  const cluster = {
    ...pods("one", "two"),
    otherPolicies: [{ policy: "CiliumNetworkPolicy n/p", sha256: "0".repeat(64) }],
  };
  const EDGES = "edges: [{from: one, to: two, ports: [TCP/80]}]";
  const other = (policy: string, opens: string, sha256 = "0".repeat(64)) =>
    read(`${EDGES}\nnotEvaluated: [{policy: ${policy}, sha256: "${sha256}", opens: ${opens}}]`);
  const bound = (expectations: ReturnType<typeof read>) =>
    checkCluster(cluster, expectations).findings.filter(({ check }) => check === "policies-bind");

  test("a policy of another kind is a finding unless the expectations name it", () => {
    expect(bound(read(EDGES)).map(({ edge }) => edge)).toEqual(["CiliumNetworkPolicy n/p"]);
    expect(bound(other("CiliumNetworkPolicy n/other", "[]"))).toHaveLength(1);
    expect(bound(other("CiliumNetworkPolicy n/p", "[]"))).toEqual([]);
  });

  test("a policy of another kind is a finding if its digest is not the expected one", () => {
    const found = bound(other("CiliumNetworkPolicy n/p", "[]", "1".repeat(64)));
    expect(found).toMatchObject([
      {
        edge: "CiliumNetworkPolicy n/p",
        message: expect.stringContaining(`SHA-256 is ${"0".repeat(64)}`),
      },
    ]);
    expect(() => other("CiliumNetworkPolicy n/p", "[]", "short")).toThrow("sha256");
  });

  test("an edge that a policy of another kind opens is a finding if NetworkPolicies also open it", () => {
    const { findings, notes } = checkCluster(
      cluster,
      other("CiliumNetworkPolicy n/p", "[{from: one, to: [two]}]"),
    );
    expect(notes).toContain("not evaluated: CiliumNetworkPolicy n/p, which opens one -> two");
    const edges = findings.filter(
      ({ check, edge }) => check === "sandbox-peers" && edge === "n/one -> n/two",
    );
    expect(edges.map(({ message }) => message)).toEqual(["all is open but not listed"]);
  });

  test("an expected policy of another kind that does not exist has no effect", () => {
    const { notes } = checkCluster(cluster, other("Other n/p", "[{from: one, to: two}]"));
    expect(notes.some((line) => line.startsWith("not evaluated"))).toBe(false);
  });
});
