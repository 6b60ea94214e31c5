import type { Expectations } from "../expectations/expectations.ts";
import type { Direction } from "../manifests/cluster.ts";
import { describeConnections, EVERYTHING, isNothing } from "../semantics/connections.ts";
import { rulesOf, selects, verdict } from "../semantics/evaluate.ts";
import { exactly } from "../semantics/labels.ts";
import type { Model } from "../semantics/model.ts";
import type { PodParty } from "../semantics/parties.ts";
import { grantNames, policyName } from "../semantics/reachability.ts";
import { strangers } from "../semantics/strangers.ts";
import type { Finding } from "./finding.ts";

/** Edges between pods of the manifests and pods that nobody has named; only our own end is counted on. */
export function strangerEdges(model: Model): readonly Finding[] {
  const ours = model.pods.filter(({ owner }) => owner === "manifests");
  return strangers(model).flatMap(({ description, party }) =>
    ours.flatMap(({ id, party: pod }): Finding[] => {
      const directions: readonly [Direction, string][] = [
        ["Ingress", `${description} -> ${id}`],
        ["Egress", `${id} -> ${description}`],
      ];
      return directions.flatMap(([direction, edge]): Finding[] => {
        const { connections, grants } = verdict(model.cluster.policies, direction, pod, party);
        if (isNothing(connections)) return [];
        const message = `${describeConnections(connections)} is open`;
        return [{ check: "unknown-pods", edge, message, policies: grantNames(grants) }];
      });
    }),
  );
}

const DIRECTIONS: readonly Direction[] = ["Ingress", "Egress"];

/** Namespaces in which a pod that no other policy selects may talk to anybody. */
export function openByDefault(model: Model, { zones }: Expectations): readonly Finding[] {
  const { policies } = model.cluster;
  return zones.flatMap((namespace) => {
    const labels = model.cluster.namespaces.find(({ name }) => name === namespace)?.labels ?? {};
    const unlabelled: PodParty = {
      kind: "pod",
      namespace,
      namespaceLabels: exactly(labels),
      labels: exactly({}),
      ports: "any",
      addresses: model.podAddresses,
      hostNetwork: false,
    };
    const binding = policies.filter((policy) => selects(policy, unlabelled));
    return DIRECTIONS.flatMap((direction): Finding[] => {
      const inDirection = binding.filter(({ types }) => types.includes(direction));
      const opening = inDirection.filter((policy) => rulesOf(policy, direction).length > 0);
      if (inDirection.length > 0 && opening.length === 0) return [];
      const what =
        opening.length > 0
          ? "a policy that binds every pod lets something through"
          : `no policy closes it: ${describeConnections(EVERYTHING)} ports are open`;
      return [
        {
          check: "closed-by-default",
          edge: `${namespace}, ${direction.toLowerCase()} of any pod`,
          message: what,
          policies: opening.map(policyName),
        },
      ];
    });
  });
}
