import { expect, test } from "@jest/globals";
import { describeWhere, judgePath } from "@veil/testing";
import {
  type Cluster,
  NAMESPACE_NAME_LABEL,
  type NetworkPolicy,
  PROTOCOLS,
} from "../src/manifests/cluster.ts";
import { isNetworkPolicy, readCluster } from "../src/manifests/read-cluster.ts";
import type { ManifestObject } from "../src/manifests/yaml-documents.ts";
import { addresses } from "../src/semantics/addresses.ts";
import type { Connections } from "../src/semantics/connections.ts";
import type { PodEndpoint } from "../src/semantics/endpoints.ts";
import { allowedConnections } from "../src/semantics/evaluate.ts";
import { exactly } from "../src/semantics/labels.ts";
import {
  askCyclonus,
  type OutsideProbe,
  type PortProbe,
  type ProbedPod,
  storedPolicies,
} from "./cyclonus.ts";
import { readMutants } from "./mutants.ts";
import { shippedExpectations, shippedObjects, VARIANTS } from "./shipped.ts";

const program = judgePath("cyclonus");

const OUTSIDE = [
  ...["8.8.8.8", "1.1.1.1", "10.0.0.5", "10.96.0.1", "100.64.0.1", "127.0.0.1", "169.254.169.254"],
  ...["172.16.9.9", "172.18.0.2", "192.0.2.1", "192.168.1.1", "198.18.0.1", "224.0.0.1"],
  ...["2606:4700::1111", "fd00::1", "fe80::1", "64:ff9b::a00:1", "2002:a00:1::1"],
];

/**
 * Cases without unlabeled pods: cyclonus denies `NotIn` for an absent label, while Kubernetes
 * allows it. No shipped policy uses it.
 */
const WITHOUT_UNLABELED = new Set(["33-not-in"]);

const CASES = [
  ...VARIANTS.map((variant) => ({
    ...{ variant, name: "as shipped" },
    apply: (objects: readonly ManifestObject[]) => objects,
  })),
  ...readMutants("base").map(({ name, apply }) => ({ variant: "base", name, apply })),
];

describeWhere(
  program !== undefined,
  "cyclonus, an independent evaluator, agrees",
  "VEIL_TEST_CYCLONUS; scripts/with-go-tools builds it",
  () => {
    test.each(CASES)(
      "the evaluator and cyclonus agree on $variant, $name",
      ({ variant, name, apply }) => {
        const objects = apply(shippedObjects(variant));
        const cluster = readCluster(objects);
        const pods = probedPods(cluster, variant).filter(
          ({ labels }) => !WITHOUT_UNLABELED.has(name) || Object.keys(labels).length > 0,
        );
        const ports = probedPorts({ ...cluster, policies: policiesToProbe(cluster, variant) });
        const outside = outsideProbes(pods, cluster);
        const policies = storedPolicies(
          objects.filter(({ fields }) => isNetworkPolicy(fields)),
          cluster.policies,
        );
        const answers = askCyclonus(program ?? "", policies, pods, ports, outside);
        expect(podDisagreements(cluster, pods, ports, answers.pods)).toEqual([]);
        expect(outsideDisagreements(cluster, outside, answers.outside)).toEqual([]);
      },
    );
  },
);

/**
 * Returns the pods to probe. It excludes pods on the node's network, because policies do not apply
 * to them.
 */
function probedPods(cluster: Cluster, variant: string): readonly ProbedPod[] {
  const ours = cluster.workloads.filter(({ hostNetwork }) => !hostNetwork);
  const platform = shippedExpectations(variant).platform.map((pod) => ({ ...pod, id: pod.name }));
  const unknownPods = ["veil-edge", "veil-identity", "veil-inference", "elsewhere"].map(
    (namespace) => ({ id: `unknown pod in ${namespace}`, namespace, labels: {}, ports: [] }),
  );
  const mislabeled = ours.slice(0, 4).map(({ id, labels, ports }) => ({
    ...{ id: `copy of ${id} in another namespace`, namespace: "elsewhere", labels, ports },
  }));
  return [...ours, ...platform, ...unknownPods, ...mislabeled].map(
    ({ id, namespace, labels, ports }, at) => ({
      ...{ id, namespace, labels, ports, address: `10.77.0.${at + 10}` },
      namespaceLabels: {
        ...cluster.namespaces.find(({ name }) => name === namespace)?.labels,
        [NAMESPACE_NAME_LABEL]: namespace,
      },
    }),
  );
}

/**
 * Returns all shipped policies or, for a mutant, only those that it adds, changes or removes. It
 * leaves out unchanged policies, because each probed port takes a second.
 */
function policiesToProbe({ policies }: Cluster, variant: string): readonly NetworkPolicy[] {
  const shipped = readCluster(shippedObjects(variant)).policies;
  const texts = (all: readonly NetworkPolicy[]) => new Set(all.map((one) => JSON.stringify(one)));
  const [before, after] = [texts(shipped), texts(policies)];
  const changed = [
    ...policies.filter((one) => !before.has(JSON.stringify(one))),
    ...shipped.filter((one) => !after.has(JSON.stringify(one))),
  ];
  return changed.length === 0 ? policies : changed;
}

/**
 * Returns the ports to probe, including the ports next to a policy's ranges, and one that no policy
 * names.
 */
function probedPorts({ policies, workloads }: Cluster): readonly PortProbe[] {
  const named = policies
    .flatMap(({ ingress, egress }) => [...ingress, ...egress])
    .flatMap(({ ports }) => ports);
  const probes = [
    ...named.flatMap(({ protocol, port, endPort }) =>
      typeof port !== "number"
        ? []
        : [port, ...(endPort === undefined ? [] : [port + 1, endPort, endPort + 1])].map(
            (each) => ({ protocol, port: each }),
          ),
    ),
    ...workloads
      .flatMap(({ ports }) => ports)
      .filter(({ name }) => named.some(({ port }) => port === name))
      .map(({ protocol, port }) => ({ protocol, port })),
    ...PROTOCOLS.map((protocol) => ({ protocol, port: 7777 })),
    ...PROTOCOLS.map((protocol) => ({ protocol, port: 8083 })),
  ];
  return [...new Map(probes.map((probe) => [`${probe.protocol}${probe.port}`, probe])).values()];
}

function outsideProbes(pods: readonly ProbedPod[], { workloads }: Cluster) {
  const ours = pods.filter(({ id }) => workloads.some((workload) => workload.id === id));
  const probes: readonly PortProbe[] = [
    { protocol: "TCP", port: 443 },
    { protocol: "TCP", port: 6443 },
    { protocol: "TCP", port: 8080 },
    { protocol: "UDP", port: 53 },
  ];
  return ours.flatMap((pod) =>
    OUTSIDE.flatMap((address) =>
      (["in", "out"] as const).flatMap((direction) =>
        probes.map((probe): OutsideProbe => ({ ...probe, pod, direction, address })),
      ),
    ),
  );
}

function podDisagreements(
  { policies }: Cluster,
  pods: readonly ProbedPod[],
  ports: readonly PortProbe[],
  answers: readonly (readonly (readonly boolean[])[])[],
): readonly string[] {
  const endpoints = pods.map(endpoint);
  return endpoints.flatMap((from, row) =>
    endpoints.flatMap((to, column) => {
      const { connections } = allowedConnections(policies, from, to);
      return ports.flatMap((probe, at) =>
        answers[at]?.[row]?.[column] === holds(connections, probe)
          ? []
          : [`${pods[row]?.id} -> ${pods[column]?.id} ${probe.protocol} ${probe.port}`],
      );
    }),
  );
}

function outsideDisagreements(
  { policies }: Cluster,
  probes: readonly OutsideProbe[],
  answers: readonly boolean[],
): readonly string[] {
  return probes.flatMap((probe, at) => {
    const outside = { kind: "addresses", addresses: addresses([probe.address]) } as const;
    const [from, to] =
      probe.direction === "out" ? [endpoint(probe.pod), outside] : [outside, endpoint(probe.pod)];
    const { connections } = allowedConnections(policies, from, to);
    return answers[at] === holds(connections, probe)
      ? []
      : [`${probe.pod.id} ${probe.direction} ${probe.address} ${probe.protocol} ${probe.port}`];
  });
}

function endpoint({ namespace, namespaceLabels, labels, ports, address }: ProbedPod): PodEndpoint {
  return {
    ...{ kind: "pod", namespace, ports, hostNetwork: false, addresses: addresses([address]) },
    namespaceLabels: exactly(namespaceLabels),
    labels: exactly(labels),
  };
}

function holds(connections: Connections, { protocol, port }: PortProbe): boolean {
  return connections[protocol].some(({ from, until }) => from <= port && port < until);
}
