import type { Direction, NetworkPolicy, PolicyRule } from "../manifests/cluster.ts";
import { bothOf, isNothing } from "../semantics/connections.ts";
import { peerHolds, portOf, rulesOf, selects } from "../semantics/evaluate.ts";
import { endpointOf, type Model } from "../semantics/model.ts";
import type { ModelPod } from "../semantics/model-pod.ts";
import type { Atom } from "../semantics/outside.ts";
import { policyName } from "../semantics/reachability.ts";
import type { CheckFinding } from "./finding.ts";

type End = ModelPod | Atom;

export function deadRules(model: Model): readonly CheckFinding[] {
  return model.cluster.policies.flatMap((policy) => {
    const bound = model.pods.filter(
      ({ endpoint, owner }) => owner === "manifests" && selects(policy, endpoint),
    );
    if (bound.length === 0 && policy.podSelector.length > 0)
      return [finding(policy, "selects no pod")];
    return (["Ingress", "Egress"] as const).flatMap((direction) =>
      rulesOf(policy, direction).flatMap((rule, index) =>
        deadParts(model, policy, direction, rule, bound).map((part) =>
          finding(policy, `${direction.toLowerCase()}[${index}]${part} allows no connection`),
        ),
      ),
    );
  });
}

function deadParts(
  model: Model,
  policy: NetworkPolicy,
  direction: Direction,
  rule: PolicyRule,
  bound: readonly ModelPod[],
): readonly string[] {
  if (!policy.types.includes(direction)) return [", which policyTypes switches off,"];
  const { egress, peerField } =
    direction === "Egress"
      ? { egress: true, peerField: "to" }
      : { egress: false, peerField: "from" };
  const uses = bound.flatMap((pod) =>
    [...model.pods, ...model.outside].map((other) => ({ pod, other })),
  );
  const open = uses.flatMap(({ pod, other }) => {
    const [from, to] = egress ? [pod, other] : [other, pod];
    const { connections } = model.between(from, to);
    return isNothing(connections) ? [] : [{ other, to, connections }];
  });
  const admits = (peer: PolicyRule["peers"][number], other: End) =>
    peerHolds(peer, policy.namespace, endpointOf(other));
  const admitted = open.filter(
    ({ other }) => rule.peers.length === 0 || rule.peers.some((peer) => admits(peer, other)),
  );
  const deadPeers = rule.peers.flatMap((peer, at) =>
    open.some(({ other }) => admits(peer, other)) ? [] : [`.${peerField}[${at}]`],
  );
  const deadPorts = rule.ports.flatMap((port, at) =>
    admitted.some(
      ({ to, connections }) => !isNothing(bothOf(portOf(port, endpointOf(to)), connections)),
    )
      ? []
      : [`.ports[${at}]`],
  );
  if (admitted.length === 0) return [""];
  return [...deadPeers, ...deadPorts];
}

function finding(policy: NetworkPolicy, message: string): CheckFinding {
  const edge = policyName(policy);
  return { check: "no-dead-rule", edge, message, policies: [edge] };
}
