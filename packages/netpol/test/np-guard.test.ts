import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { Cluster, Workload } from "../src/manifests/cluster.ts";
import {
  describeConnections,
  isNothing,
  NOTHING,
  sameConnections,
} from "../src/semantics/connections.ts";
import {
  type AddressEndpoint,
  type PodEndpoint,
  workloadEndpoint,
} from "../src/semantics/endpoints.ts";
import { allowedConnections } from "../src/semantics/evaluate.ts";
import { difference } from "../src/semantics/intervals.ts";
import { exactly } from "../src/semantics/labels.ts";
import {
  afterDeployment,
  type ExpectedLine,
  npGuardCluster,
  npGuardFile,
  readExternal,
  readLine,
  sections,
} from "./np-guard.ts";

const CASES = [
  "exposure_allow_all_test",
  "ipblockstest",
  "multiple_ingress_objects_with_different_ports",
  "netpol_named_port_test",
  "onlineboutique",
  "onlineboutique_workloads",
  "semanticDiff-same-topologies-old1",
  "test_with_named_ports",
];
const READABLE = CASES.filter((name) => npGuardFile(`tests/${name}`) !== undefined);

const npGuardName = ({ namespace, name, kind }: Workload) =>
  afterDeployment(`${namespace}/${name}[${kind}]`);

function expectedOutput(name: string): string {
  const files = ["connlist", "exposure"].map((kind) =>
    npGuardFile(`test_outputs/connlist/${name}_${kind}_output.txt`),
  );
  const file = files.find((each) => each !== undefined);
  if (file === undefined) throw new Error(`${name} has no expected output`);
  return readFileSync(file, "utf8");
}

/** Excludes lines whose ends do not exist in NetworkPolicy (see np-guard-not-applied.yaml). */
const isConnectivity = ({ from }: ExpectedLine) => from !== "{ingress-controller}";

test("at least the five committed cases of np-guard exist", () => {
  expect(READABLE.length).toBeGreaterThanOrEqual(5);
});

describe.each(READABLE)("np-guard's case %s", (name) => {
  const cluster = npGuardCluster(npGuardFile(`tests/${name}`) ?? "");
  const expected = (sections(expectedOutput(name)).get("") ?? [])
    .map(readLine)
    .filter(isConnectivity);

  test("every pair of workloads has exactly the expected connections", () => {
    const wrong: string[] = [];
    for (const from of cluster.workloads)
      for (const to of cluster.workloads.filter((other) => other !== from)) {
        const line = expected.find(
          (each) => each.from === npGuardName(from) && each.to === npGuardName(to),
        );
        const ends = [workloadEndpoint(from, cluster), workloadEndpoint(to, cluster)] as const;
        const { connections } = allowedConnections(cluster.policies, ...ends);
        if (!sameConnections(connections, line?.connections ?? NOTHING))
          wrong.push(`${from.id} -> ${to.id}: ${describeConnections(connections)}`);
      }
    expect(wrong).toEqual([]);
  });

  test("every range of outside addresses has the expected connections", () => {
    const ranges = new Map(
      expected
        .flatMap(({ from, to }) => [from, to])
        .flatMap((end) => {
          const endpoint = readExternal(end);
          return endpoint === undefined ? [] : [[end, endpoint] as const];
        }),
    );
    expect(ranges.size).toBeGreaterThan(0);
    const wrong = [...ranges].flatMap(([range, outside]) =>
      cluster.workloads.flatMap((workload) => [
        ...compare(range, outside, workload, "in"),
        ...compare(range, outside, workload, "out"),
      ]),
    );
    expect(wrong).toEqual([]);
  });

  function compare(range: string, outside: AddressEndpoint, workload: Workload, way: "in" | "out") {
    const endpoint = workloadEndpoint(workload, cluster);
    const [from, to] = way === "in" ? [outside, endpoint] : [endpoint, outside];
    const { connections } = allowedConnections(cluster.policies, from, to);
    // The outputs split the outside in only one direction, so a line applies to all addresses in
    // its range.
    const lines = expected.filter(
      (each) => (way === "in" ? each.to : each.from) === npGuardName(workload),
    );
    const rangeOf = (each: ExpectedLine) => readExternal(way === "in" ? each.from : each.to);
    const isPartOf = (a: AddressEndpoint, b: AddressEndpoint) =>
      difference(a.addresses, b.addresses).length === 0;
    const line = lines.find((each) => {
      const endpoint = rangeOf(each);
      return endpoint !== undefined && isPartOf(outside, endpoint);
    });
    const isSplit = lines.some((each) => {
      const endpoint = rangeOf(each);
      return endpoint !== undefined && isPartOf(endpoint, outside);
    });
    if (line === undefined && isSplit) return [];
    return sameConnections(connections, line?.connections ?? NOTHING)
      ? []
      : [`${range} ${way} ${workload.id}: ${describeConnections(connections)}`];
  }
});

describe("np-guard's exposure lines", () => {
  const outputs = ["exposure_allow_all_test", "onlineboutique", "onlineboutique_workloads"]
    .filter((name) => READABLE.includes(name))
    .map((name) => {
      const file = npGuardFile(`test_outputs/connlist/${name}_exposure_output.txt`) ?? "";
      return { name, text: readFileSync(file, "utf8") };
    });

  test.each(outputs)(
    "the evaluator agrees with all exposure lines of $name for unknown pods and namespaces",
    ({ name, text }) => {
      const cluster = npGuardCluster(npGuardFile(`tests/${name}`) ?? "");
      const found = sections(text);
      const lines = ["Egress Exposure", "Ingress Exposure"].flatMap((heading) =>
        (found.get(heading) ?? []).map((line) => ({
          ...readLine(line),
          outward: heading.startsWith("Egress"),
        })),
      );
      const clusterLines = lines.filter(
        ({ from, to }) => !(readExternal(from) ?? readExternal(to)),
      );
      expect(clusterLines.length).toBeGreaterThan(0);
      for (const { from, to, connections, outward } of clusterLines) {
        const [subject, other] = outward ? [from, to] : [to, from];
        expect([from, to, describeConnections(reach(cluster, subject, other, outward))]).toEqual([
          from,
          to,
          describeConnections(connections),
        ]);
      }
    },
  );

  test.each(outputs)(
    "workloads of $name without an exposure line are not exposed",
    ({ name, text }) => {
      const cluster = npGuardCluster(npGuardFile(`tests/${name}`) ?? "");
      const exposed = [...(sections(text).get("Egress Exposure") ?? [])].map(
        (line) => readLine(line).from,
      );
      const unlisted = cluster.workloads.filter((each) => !exposed.includes(npGuardName(each)));
      for (const workload of unlisted)
        expect(
          describeConnections(reach(cluster, npGuardName(workload), "a pod with any label", true)),
        ).toBe("none");
    },
  );

  function reach(cluster: Cluster, subject: string, other: string, outward: boolean) {
    const workload = cluster.workloads.find((each) => npGuardName(each) === subject);
    if (workload === undefined) throw new Error(`no workload ${subject}`);
    const ends = [workloadEndpoint(workload, cluster), unknownPod(other)] as const;
    const [from, to] = outward ? ends : ([ends[1], ends[0]] as const);
    return allowedConnections(cluster.policies, from, to).connections;
  }
});

/**
 * Parses an unknown pod: `entire-cluster`, or a text such as `[all namespaces]/[pod with
 * {k8s-app=kube-dns}]`.
 */
function unknownPod(text: string): PodEndpoint {
  const [, key, value] = /\[pod with \{([^=]+)=([^}]+)\}\]/.exec(text) ?? [];
  const labels = key === undefined || value === undefined ? {} : { [key]: value };
  return {
    kind: "pod",
    namespace: undefined,
    namespaceLabels: { known: {}, others: "fresh" },
    labels: text.includes("any label") ? { known: {}, others: "any" } : exactly(labels),
    ports: "any",
    addresses: [],
    hostNetwork: false,
  };
}

const podByPod = npGuardFile("tests/onlineboutique/connections_map_output.txt");
(podByPod === undefined ? describe.skip : describe)("np-guard's onlineboutique, pod by pod", () => {
  test("every pair of pods has the expected connections", () => {
    const folder = npGuardFile("tests/onlineboutique") ?? "";
    const cluster = npGuardCluster(folder, (text) =>
      text.replaceAll("ownerReferences:", "owners:"),
    );
    const pods = new Map(cluster.workloads.map((pod) => [pod.id, workloadEndpoint(pod, cluster)]));
    const lines = readFileSync(podByPod ?? "", "utf8")
      .trim()
      .split("\n");
    const wrong = lines.flatMap((line) => {
      const [, from = "", to = "", expected = ""] =
        /^src: (\S+), dest: (\S+), allowed conns: (.+)$/.exec(line) ?? [];
      const [source, destination] = [pods.get(from), pods.get(to)];
      if (source === undefined || destination === undefined) return [`unknown: ${line}`];
      if (from === to) return [];
      const { connections } = allowedConnections(cluster.policies, source, destination);
      const { connections: right } = readLine(`${from} => ${to} : ${expected}`);
      return sameConnections(connections, right) ? [] : [line];
    });
    expect(lines.length).toBe(144);
    expect(wrong).toEqual([]);
  });
});

test("np-guard's deny_all_to_from_a_deployment: the denied deployment can neither reach nor be reached", () => {
  const cluster = npGuardCluster(npGuardFile("tests/deny_all_to_from_a_deployment") ?? "");
  const [denied, other] = cluster.workloads.map((each) => workloadEndpoint(each, cluster));
  if (denied === undefined || other === undefined) throw new Error("two deployments");
  expect(isNothing(allowedConnections(cluster.policies, denied, other).connections)).toBe(true);
  expect(isNothing(allowedConnections(cluster.policies, other, denied).connections)).toBe(true);
  expect(describeConnections(allowedConnections(cluster.policies, other, other).connections)).toBe(
    "all",
  );
});
