import type { Cluster, ContainerPort, Workload } from "../manifests/cluster.ts";
import { type Addresses, addresses } from "./addresses.ts";
import { exactly, type LabelFacts } from "./labels.ts";

/** A pod, or pods that policies cannot tell apart, or one of which only some facts are known. */
export interface PodParty {
  readonly kind: "pod";
  /** Undefined for a namespace that is none of the known ones. */
  readonly namespace: string | undefined;
  readonly namespaceLabels: LabelFacts;
  readonly labels: LabelFacts;
  /** `any`: every name may stand for every port. */
  readonly ports: readonly ContainerPort[] | "any";
  /** Every address that the pod may have. */
  readonly addresses: Addresses;
  readonly hostNetwork: boolean;
}

/** Addresses outside the cluster that no policy tells apart. */
export interface AddressParty {
  readonly kind: "addresses";
  readonly addresses: Addresses;
}

/** One end of a connection. */
export type Party = PodParty | AddressParty;

/**
 * A workload as an end of connections.
 * @param podAddresses where pods may live, for a workload whose addresses are not known: an `ipBlock` that
 *   touches them counts as if it held the pod. None: an `ipBlock` is about the outside only.
 */
export function workloadParty(
  workload: Workload,
  { namespaces }: Cluster,
  podAddresses: Addresses = [],
): PodParty {
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
