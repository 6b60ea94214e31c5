import {
  type Cluster,
  type ContainerPort,
  type Labels,
  NAMESPACE_NAME_LABEL,
  type Protocol,
} from "../manifests/cluster.ts";
import { ManifestError } from "../manifests/manifest-error.ts";
import { selectorMatches } from "./select.ts";

/** A pod, or a host outside the cluster. Each becomes a network namespace. */
export interface PlannedPod {
  readonly id: string;
  /** Undefined for a host outside the cluster, which policies can identify only by its address. */
  readonly namespace: string | undefined;
  readonly namespaceLabels: Labels;
  readonly labels: Labels;
  readonly ports: readonly ContainerPort[];
  /** The name of the link's interface on the node, at most 15 characters. */
  readonly interface: string;
  /** One address, or one per family. */
  readonly addresses: readonly string[];
}

export interface PlannedService {
  readonly id: string;
  readonly address: string;
  readonly protocol: Protocol;
  readonly port: number;
  readonly backends: readonly { readonly address: string; readonly port: number }[];
}

export interface AddressPlan {
  readonly pods: readonly PlannedPod[];
  readonly services: readonly PlannedService[];
}

export interface ExtraPod {
  readonly id: string;
  readonly namespace?: string;
  readonly labels?: Labels;
  readonly ports?: readonly ContainerPort[];
  /** Required for a host outside the cluster. */
  readonly address?: string;
}

export interface PlanOptions {
  /** An IPv4 block of at most 65536 addresses. Defaults to 10.77.0.0/16. */
  readonly podRange?: string;
  /** An IPv4 block for Services without a fixed address. Defaults to 10.78.0.0/16. */
  readonly serviceRange?: string;
  readonly extra?: readonly ExtraPod[];
}

/**
 * Assigns addresses to pods and Services.
 * @throws ManifestError for an invalid or too small range, and for a host without an address
 */
export function planAddresses(cluster: Cluster, options: PlanOptions = {}): AddressPlan {
  const podAddress = addressesOf(options.podRange ?? "10.77.0.0/16");
  const serviceAddress = addressesOf(options.serviceRange ?? "10.78.0.0/16");
  const labelsOf = (namespace: string | undefined): Labels =>
    namespace === undefined
      ? {}
      : {
          ...cluster.namespaces.find(({ name }) => name === namespace)?.labels,
          [NAMESPACE_NAME_LABEL]: namespace,
        };
  const all = [
    ...cluster.workloads,
    ...(options.extra ?? []).map((extra) => ({
      labels: {},
      ports: [],
      hostNetwork: false,
      ...extra,
    })),
  ];
  const pods = all.map((one, at): PlannedPod => {
    const { id, labels, ports, hostNetwork } = one;
    const address = "address" in one ? one.address : undefined;
    if (one.namespace === undefined && address === undefined)
      throw new ManifestError(`${id} is outside the cluster and needs an address`);
    // A pod on the node's network counts as a host, because policies do not apply to it and
    // selectors do not match it.
    const namespace = hostNetwork ? undefined : one.namespace;
    return {
      id,
      namespace,
      namespaceLabels: labelsOf(namespace),
      labels,
      ports,
      interface: `veth${at}`,
      addresses: [address ?? podAddress(at + 10)],
    };
  });
  return { pods, services: planServices(cluster, pods, serviceAddress) };
}

function planServices(
  { services }: Cluster,
  pods: readonly PlannedPod[],
  freeAddress: (at: number) => string,
): readonly PlannedService[] {
  return services
    .filter(({ headless, selector }) => !headless && Object.keys(selector).length > 0)
    .flatMap(({ namespace, name, selector, ports, clusterIps }, at) => {
      const requirements = Object.entries(selector).map(
        ([key, value]) => ({ key, operator: "In", values: [value] }) as const,
      );
      const behind = pods.filter(
        (pod) => pod.namespace === namespace && selectorMatches(requirements, pod.labels),
      );
      return ports.map(
        ({ port, protocol, target }): PlannedService => ({
          id: `${namespace}/${name}`,
          address: clusterIps.find((address) => !address.includes(":")) ?? freeAddress(at + 10),
          protocol,
          port,
          backends: behind.flatMap((pod) =>
            pod.addresses.flatMap((address) => {
              const number = targetPort(pod, target, protocol);
              return number === undefined || address.includes(":")
                ? []
                : [{ address, port: number }];
            }),
          ),
        }),
      );
    });
}

function targetPort(pod: PlannedPod, target: number | string, protocol: Protocol) {
  if (typeof target === "number") return target;
  return pod.ports.find((port) => port.name === target && port.protocol === protocol)?.port;
}

function addressesOf(range: string): (at: number) => string {
  const [, a, b, c, d, prefix] = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\/(\d+)$/.exec(range) ?? [];
  const bytes = [a, b, c, d].map(Number);
  const size = 2 ** (32 - Number(prefix));
  if (bytes.some((byte) => !(byte <= 255)) || !(size >= 1 && size <= 65_536))
    throw new ManifestError(`${range} is not an IPv4 block of at most 65536 addresses`);
  const start = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return (at) => {
    if (at >= size - 1) throw new ManifestError(`${range} has too few addresses`);
    const value = start + at;
    return [24, 16, 8, 0].map((bit) => Math.floor(value / 2 ** bit) % 256).join(".");
  };
}
