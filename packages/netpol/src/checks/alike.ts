import type { Cluster, NetworkPolicy } from "../manifests/cluster.ts";
import { peerHolds, rulesOf, selects } from "../semantics/evaluate.ts";
import type { PodEnd } from "../semantics/pod-end.ts";
import { policyName } from "../semantics/reachability.ts";
import type { Expected } from "./expected-ends.ts";
import type { Finding } from "./finding.ts";

/**
 * Policies that treat somebody of a sandbox in another way than the sandbox itself. What a probe with the sandbox's labels
 * finds is true of the sandbox only if no policy tells the two apart, be it at their own end or at that of a peer.
 */
export function unlikeMembers({ policies }: Cluster, { a, b }: Expected): readonly Finding[] {
  return [a, b].flatMap(([sandbox, ...others]) =>
    sandbox === undefined
      ? []
      : others.flatMap((other) => policies.flatMap((policy) => unlike(policy, sandbox, other))),
  );
}

function unlike(policy: NetworkPolicy, sandbox: PodEnd, other: PodEnd): readonly Finding[] {
  const name = policyName(policy);
  const tells = (what: string, holds: (pod: PodEnd) => boolean): readonly Finding[] => {
    if (holds(sandbox) === holds(other)) return [];
    const [one, not] = holds(sandbox) ? [sandbox, other] : [other, sandbox];
    const message = `${name} ${what} ${one.id} and not ${not.id}`;
    return [{ check: "sandbox-alike", edge: other.id, message, policies: [name] }];
  };
  return [
    ...tells("selects", ({ party }) => selects(policy, party)),
    ...(["Ingress", "Egress"] as const).flatMap((direction) =>
      rulesOf(policy, direction).flatMap(({ peers }, rule) =>
        peers.flatMap((peer, at) =>
          tells(
            `names in ${direction.toLowerCase()}[${rule}].${direction === "Egress" ? "to" : "from"}[${at}]`,
            ({ party }) => peerHolds(peer, policy.namespace, party),
          ),
        ),
      ),
    ),
  ];
}
