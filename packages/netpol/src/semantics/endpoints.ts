import type { Cluster, ContainerPort, Workload } from "../manifests/cluster.ts";
import { type Addresses, addresses } from "./addresses.ts";
import { exactly, type LabelFacts } from "./labels.ts";

/**
 * A pod, a group of pods that policies cannot distinguish, or a pod with only some known labels.
 */
export interface PodEndpoint {
  readonly kind: "pod";
  /** Undefined for an unknown namespace. */
  readonly namespace: string | undefined;
  readonly namespaceLabels: LabelFacts;
  readonly labels: LabelFacts;
  /** `any` means that every port name may stand for every port. */
  readonly ports: readonly ContainerPort[] | "any";
  readonly addresses: Addresses;
  readonly hostNetwork: boolean;
}

export interface AddressEndpoint {
  readonly kind: "addresses";
  readonly addresses: Addresses;
}

export type Endpoint = PodEndpoint | AddressEndpoint;

/**
 * Returns the endpoint of a workload.
 * @param podAddresses - the possible addresses of a workload whose addresses are unknown; an
 * `ipBlock` that overlaps them counts as if it contained the pod
 */
export function workloadEndpoint(
  workload: Workload,
  { namespaces }: Cluster,
  podAddresses: Addresses = [],
): PodEndpoint {
  const { namespace, hostNetwork } = workload;
  const labels = namespaces.find(({ name }) => name === namespace)?.labels ?? {};
  return {
    kind: "pod",
    namespace,
    namespaceLabels: exactly(labels),
    labels: exactly(workload.labels),
    ports: workload.ports,
    addresses: workload.addresses.length > 0 ? addresses(workload.addresses) : podAddresses,
    hostNetwork,
  };
}
