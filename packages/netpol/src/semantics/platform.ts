import type { Expectations, PlatformPod } from "../expectations/expectations.ts";
import { type Cluster, NAMESPACE_NAME_LABEL, type Workload } from "../manifests/cluster.ts";
import { type NamedLabels, namedLabels } from "../manifests/generated-labels.ts";
import { unionOfPorts } from "../manifests/merge-workloads.ts";
import type { Addresses } from "./addresses.ts";
import { workloadEndpoint } from "./endpoints.ts";
import { exactly } from "./labels.ts";
import type { ModelPod } from "./model-pod.ts";

/**
 * Returns the expected platform pods and, in a live cluster, the existing ones. It merges an
 * expected and an existing pod if no policy distinguishes them. It omits pods on the node's
 * network, because policies match only the node's address.
 * @param own - the checked part of the cluster
 * @param there - the workloads in the rest of the cluster
 */
export function platformPods(
  own: Cluster,
  there: readonly Workload[],
  { platform }: Pick<Expectations, "platform">,
  podAddresses: Addresses,
): readonly ModelPod[] {
  const named = namedLabels(own.policies);
  const bound = there.filter(({ hostNetwork }) => !hostNetwork);
  const isSame = (pod: PlatformPod, workload: Workload) =>
    isMeant(pod, workload) && isEquivalent(pod, workload, named);
  const expected = platform.map(
    (pod): ModelPod => ({
      id: platformId(pod),
      called: platformId(pod),
      owner: "platform",
      endpoint: {
        kind: "pod",
        namespace: pod.namespace,
        namespaceLabels: exactly({
          ...own.namespaces.find(({ name }) => name === pod.namespace)?.labels,
          [NAMESPACE_NAME_LABEL]: pod.namespace,
        }),
        labels: exactly(pod.labels),
        ports: bound
          .filter((workload) => isSame(pod, workload))
          .reduce((ports, workload) => unionOfPorts(ports, workload.ports), pod.ports),
        addresses: podAddresses,
        hostNetwork: false,
      },
    }),
  );
  const taken = new Set(expected.map(({ id }) => id));
  const others = bound
    .filter((workload) => !platform.some((pod) => isSame(pod, workload)))
    .map((workload): ModelPod => {
      const { id, kind } = workload;
      const meant = platform.find((pod) => isMeant(pod, workload));
      return {
        id: taken.has(id) ? `${id} (${kind})` : id,
        called: meant === undefined ? undefined : platformId(meant),
        owner: "platform",
        endpoint: workloadEndpoint(workload, own, podAddresses),
        workload,
      };
    });
  return [...expected, ...others];
}

export function isMeant(pod: PlatformPod, workload: Workload): boolean {
  return (
    pod.namespace === workload.namespace &&
    Object.entries(pod.labels).every(([key, value]) => workload.labels[key] === value)
  );
}

export function platformId({ namespace, name }: PlatformPod): string {
  return `${namespace}/${name}`;
}

/** Returns whether no policy selects by a label in which the two differ. */
function isEquivalent(pod: PlatformPod, workload: Workload, named: NamedLabels): boolean {
  return [...named.keys()].every((key) => pod.labels[key] === workload.labels[key]);
}
