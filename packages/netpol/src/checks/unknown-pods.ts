import type { Expectations } from "../expectations/expectations.ts";
import type { Direction } from "../manifests/cluster.ts";
import { describeConnections, EVERYTHING, isNothing } from "../semantics/connections.ts";
import type { PodEndpoint } from "../semantics/endpoints.ts";
import { decisionAt, rulesOf, selects } from "../semantics/evaluate.ts";
import { exactly } from "../semantics/labels.ts";
import type { Model } from "../semantics/model.ts";
import { grantNames, policyName } from "../semantics/reachability.ts";
import { unknownPods } from "../semantics/unknown-pods.ts";
import type { CheckFinding } from "./finding.ts";

/** Returns findings for edges from and to unknown pods. Only the policies at our own end count. */
export function unknownPodEdges(model: Model): readonly CheckFinding[] {
  const ours = model.pods.filter(({ owner }) => owner === "manifests");
  return unknownPods(model).flatMap(({ description, endpoint }) =>
    ours.flatMap(({ id, endpoint: pod }): CheckFinding[] => {
      const directions: readonly [Direction, string][] = [
        ["Ingress", `${description} -> ${id}`],
        ["Egress", `${id} -> ${description}`],
      ];
      return directions.flatMap(([direction, edge]): CheckFinding[] => {
        const { connections, grants } = decisionAt(
          model.cluster.policies,
          direction,
          pod,
          endpoint,
        );
        if (isNothing(connections)) return [];
        const message = `${describeConnections(connections)} is open`;
        return [{ check: "unknown-pods", edge, message, policies: grantNames(grants) }];
      });
    }),
  );
}

const DIRECTIONS: readonly Direction[] = ["Ingress", "Egress"];

export function openByDefault(model: Model, { zones }: Expectations): readonly CheckFinding[] {
  const { policies } = model.cluster;
  return zones.flatMap((namespace) => {
    const labels = model.cluster.namespaces.find(({ name }) => name === namespace)?.labels ?? {};
    const unlabeled: PodEndpoint = {
      kind: "pod",
      namespace,
      namespaceLabels: exactly(labels),
      labels: exactly({}),
      ports: "any",
      addresses: model.podAddresses,
      hostNetwork: false,
    };
    const binding = policies.filter((policy) => selects(policy, unlabeled));
    return DIRECTIONS.flatMap((direction): CheckFinding[] => {
      const inDirection = binding.filter(({ types }) => types.includes(direction));
      const opening = inDirection.filter((policy) => rulesOf(policy, direction).length > 0);
      if (inDirection.length > 0 && opening.length === 0) return [];
      const what =
        opening.length > 0
          ? "a policy that binds every pod allows some traffic"
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
