import type { NetworkPolicy, Protocol } from "../manifests/cluster.ts";
import type { PlannedPod } from "../nftables/plan.ts";
import { addresses } from "./addresses.ts";
import type { Endpoint } from "./endpoints.ts";
import { allowedConnections } from "./evaluate.ts";
import { exactly } from "./labels.ts";

/**
 * Returns the connections that the evaluator allows between planned pods. It shares only the
 * policies with `compileNftables`.
 */
export function plannedConnections(
  policies: readonly NetworkPolicy[],
  from: PlannedPod,
  to: PlannedPod,
): (protocol: Protocol, port: number) => boolean {
  const { connections } = allowedConnections(policies, plannedEndpoint(from), plannedEndpoint(to));
  return (protocol, port) =>
    connections[protocol].some((range) => range.from <= port && port < range.until);
}

function plannedEndpoint(pod: PlannedPod): Endpoint {
  const own = addresses(pod.addresses);
  if (pod.namespace === undefined) return { kind: "addresses", addresses: own };
  return {
    kind: "pod",
    namespace: pod.namespace,
    namespaceLabels: exactly(pod.namespaceLabels),
    labels: exactly(pod.labels),
    ports: pod.ports,
    addresses: own,
    hostNetwork: false,
  };
}
