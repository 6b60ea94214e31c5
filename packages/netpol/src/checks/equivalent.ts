import type { Cluster, NetworkPolicy } from "../manifests/cluster.ts";
import { peerHolds, rulesOf, selects } from "../semantics/evaluate.ts";
import type { ModelPod } from "../semantics/model-pod.ts";
import { policyName } from "../semantics/reachability.ts";
import type { Expected } from "./expected-ends.ts";
import type { CheckFinding } from "./finding.ts";

/**
 * Returns findings for members of a sandbox that policies treat differently from the sandbox
 * itself. A probe's findings are valid for its sandbox only if no policy distinguishes the two, at
 * their own end or at a peer's.
 */
export function membersNotEquivalent(
  { policies }: Cluster,
  { a, b }: Expected,
): readonly CheckFinding[] {
  return [a, b].flatMap(([sandbox, ...others]) =>
    sandbox === undefined
      ? []
      : others.flatMap((other) => policies.flatMap((policy) => unlike(policy, sandbox, other))),
  );
}

function unlike(
  policy: NetworkPolicy,
  sandbox: ModelPod,
  other: ModelPod,
): readonly CheckFinding[] {
  const name = policyName(policy);
  const compare = (what: string, matches: (pod: ModelPod) => boolean): readonly CheckFinding[] => {
    if (matches(sandbox) === matches(other)) return [];
    const [one, not] = matches(sandbox) ? [sandbox, other] : [other, sandbox];
    const message = `${name} ${what} ${one.id} and not ${not.id}`;
    return [{ check: "sandbox-equivalent", edge: other.id, message, policies: [name] }];
  };
  return [
    ...compare("selects", ({ endpoint }) => selects(policy, endpoint)),
    ...(["Ingress", "Egress"] as const).flatMap((direction) =>
      rulesOf(policy, direction).flatMap(({ peers }, rule) =>
        peers.flatMap((peer, at) =>
          compare(
            `names in ${direction.toLowerCase()}[${rule}].${direction === "Egress" ? "to" : "from"}[${at}]`,
            ({ endpoint }) => peerHolds(peer, policy.namespace, endpoint),
          ),
        ),
      ),
    ),
  ];
}
