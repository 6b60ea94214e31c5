import type { Expectations, PlatformPod } from "../expectations/expectations.ts";
import { type Cluster, NAMESPACE_NAME_LABEL, type Workload } from "../manifests/cluster.ts";
import { type NamedLabels, namedLabels } from "../manifests/generated-labels.ts";
import { unionOfPorts } from "../manifests/merge-workloads.ts";
import type { Addresses } from "./addresses.ts";
import { exactly } from "./labels.ts";
import { workloadParty } from "./parties.ts";
import type { PodEnd } from "./pod-end.ts";

/**
 * The pods of the platform: those that the expectations name, and in a living cluster those that are there. One that is there has
 * the name of an expected one whose labels it has. If no policy tells the two apart, they are one end. Pods on the network
 * of a node are left out: policies know them by the node's address alone.
 * @param own the judged part of the cluster
 * @param there workloads outside it
 */
export function platformEnds(
  own: Cluster,
  there: readonly Workload[],
  { platform }: Pick<Expectations, "platform">,
  podAddresses: Addresses,
): readonly PodEnd[] {
  const named = namedLabels(own.policies);
  const bound = there.filter(({ hostNetwork }) => !hostNetwork);
  const isSame = (pod: PlatformPod, workload: Workload) =>
    isMeant(pod, workload) && isUntold(pod, workload, named);
  const expected = platform.map(
    (pod): PodEnd => ({
      id: platformId(pod),
      called: platformId(pod),
      owner: "platform",
      party: {
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
    .map((workload): PodEnd => {
      const { id, kind } = workload;
      const meant = platform.find((pod) => isMeant(pod, workload));
      return {
        id: taken.has(id) ? `${id} (${kind})` : id,
        called: meant === undefined ? undefined : platformId(meant),
        owner: "platform",
        party: workloadParty(workload, own, podAddresses),
        workload,
      };
    });
  return [...expected, ...others];
}

/** Whether a pod of the platform that is there has the namespace and the labels that are expected. */
export function isMeant(pod: PlatformPod, workload: Workload): boolean {
  return (
    pod.namespace === workload.namespace &&
    Object.entries(pod.labels).every(([key, value]) => workload.labels[key] === value)
  );
}

/** `namespace/name`. */
export function platformId({ namespace, name }: PlatformPod): string {
  return `${namespace}/${name}`;
}

/** Whether no selector of a policy asks for a label in which the two differ. */
function isUntold(pod: PlatformPod, workload: Workload, named: NamedLabels): boolean {
  return [...named.keys()].every((key) => pod.labels[key] === workload.labels[key]);
}
