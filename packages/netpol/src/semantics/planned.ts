import type { NetworkPolicy, Protocol } from "../manifests/cluster.ts";
import type { PlannedPod } from "../nftables/plan.ts";
import { addresses } from "./addresses.ts";
import { passage } from "./evaluate.ts";
import { exactly } from "./labels.ts";
import type { Party } from "./parties.ts";

/**
 * Whether the evaluator lets `from` connect to `to`, whose addresses the plan fixes. It has nothing but the policies
 * in common with the rules that `compileNftables` makes.
 */
export function plannedPassage(
  policies: readonly NetworkPolicy[],
  from: PlannedPod,
  to: PlannedPod,
): (protocol: Protocol, port: number) => boolean {
  const { connections } = passage(policies, plannedParty(from), plannedParty(to));
  return (protocol, port) =>
    connections[protocol].some((range) => range.from <= port && port < range.until);
}

function plannedParty(pod: PlannedPod): Party {
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
