import {
  type Connections,
  describeConnections,
  isNothing,
  NOTHING,
  without,
} from "../semantics/connections.ts";
import type { Model } from "../semantics/model.ts";
import type { ModelPod } from "../semantics/model-pod.ts";
import { grantNames, type PodEdge } from "../semantics/reachability.ts";
import type { Expected } from "./expected-ends.ts";
import type { CheckFinding } from "./finding.ts";

function edgeName(from: { readonly id: string }, to: { readonly id: string }): string {
  return `${from.id} -> ${to.id}`;
}

export function unlistedEdges(
  edges: readonly PodEdge[],
  expected: Expected,
): readonly CheckFinding[] {
  return edges.flatMap(({ from, to, connections, policies }): CheckFinding[] => {
    const extra = without(connections, listed(expected, from, to));
    if (isNothing(extra)) return [];
    const isSandbox = expected.a.includes(to) || expected.b.includes(to);
    return [
      {
        check: isSandbox ? "sandbox-peers" : "only-listed-edges",
        edge: edgeName(from, to),
        message: `${describeConnections(extra)} is open but not listed`,
        policies,
      },
    ];
  });
}

export function missingEdges(model: Model, expected: Expected): readonly CheckFinding[] {
  const needed = expected.pods.filter(({ mayBeClosed }) => !mayBeClosed);
  return needed.flatMap(({ from, to, connections }): CheckFinding[] => {
    const way = model.between(from, to);
    const missing = without(connections, way.connections);
    if (isNothing(missing)) return [];
    const atSource = isNothing(without(missing, way.egress.connections));
    const atDestination = isNothing(without(missing, way.ingress.connections));
    const end = atSource ? "at the destination" : atDestination ? "at the source" : "at either end";
    return [
      {
        check: "listed-edges-open",
        edge: edgeName(from, to),
        message: `${describeConnections(missing)} is listed, but no policy opens it ${end}`,
        policies: [],
      },
    ];
  });
}

export function oneSidedEdges(model: Model): readonly CheckFinding[] {
  const ours = model.pods.filter(({ owner }) => owner === "manifests");
  return ours.flatMap((from) =>
    ours.flatMap((to): CheckFinding[] => {
      const { egress, ingress } = model.between(from, to);
      // Another check reports pods that no policy isolates.
      if (!egress.isolated || !ingress.isolated) return [];
      return [
        oneSided(edgeName(from, to), without(egress.connections, ingress.connections), {
          open: "source",
          closed: "destination",
          policies: grantNames(egress.grants),
        }),
        oneSided(edgeName(from, to), without(ingress.connections, egress.connections), {
          open: "destination",
          closed: "source",
          policies: grantNames(ingress.grants),
        }),
      ].flat();
    }),
  );
}

function oneSided(
  edge: string,
  extra: Connections,
  ends: { open: string; closed: string; policies: readonly string[] },
): readonly CheckFinding[] {
  if (isNothing(extra)) return [];
  const message = `${describeConnections(extra)} is opened at the ${ends.open} but not at the ${ends.closed}`;
  return [{ check: "both-ends", edge, message, policies: ends.policies }];
}

function listed({ pods }: Expected, from: ModelPod, to: ModelPod): Connections {
  return pods.find((each) => each.from === from && each.to === to)?.connections ?? NOTHING;
}
