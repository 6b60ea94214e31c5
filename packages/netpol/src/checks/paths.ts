import { describeConnections } from "../semantics/connections.ts";
import type { ModelPod } from "../semantics/model-pod.ts";
import type { PodEdge, Reachability } from "../semantics/reachability.ts";
import type { Expected } from "./expected-ends.ts";
import type { CheckFinding } from "./finding.ts";

/** A path over pods. A platform pod can only be its last pod. */
type Path = readonly PodEdge[];

export function sandboxPaths(
  edges: readonly PodEdge[],
  { a, b }: Expected,
): readonly CheckFinding[] {
  const pairs = a.flatMap((one) => b.map((other) => [one, other] as const));
  const ways = [...pairs, ...pairs.map(([one, other]) => [other, one] as const)];
  return ways.flatMap(([from, to]): CheckFinding[] => {
    const path = pathsFrom(edges, from).get(to);
    if (path === undefined) return [];
    return [
      {
        check: "sandboxes-apart",
        edge: `${from.id} -> ${to.id}`,
        message: `a path leads from one sandbox to the other: ${describePath(from, path)}`,
        policies: [...new Set(path.flatMap(({ policies }) => policies))],
      },
    ];
  });
}

export function describeReach({ edges, outside }: Reachability, expected: Expected) {
  return [...expected.a, ...expected.b, ...expected.proxies].map((start) => {
    const paths = pathsFrom(edges, start);
    const passed = [start, ...[...paths.keys()].filter(({ owner }) => owner === "manifests")];
    const leaving = outside.filter(
      ({ pod, direction }) => direction === "out" && passed.includes(pod),
    );
    const ways = [...paths.values()].map((path) => describePath(start, path));
    const exits = new Set(
      leaving.map(
        ({ pod, region, connections }) =>
          `${pod.id} -> ${region} [${describeConnections(connections)}]`,
      ),
    );
    const all = [...ways, ...exits];
    return all.length === 0
      ? `${start.id} can open no connections`
      : `${start.id} can reach only: ${all.join("; ")}`;
  });
}

function pathsFrom(edges: readonly PodEdge[], start: ModelPod): ReadonlyMap<ModelPod, Path> {
  const found = new Map<ModelPod, Path>();
  const queue: [ModelPod, Path][] = [[start, []]];
  for (const [end, path] of queue) {
    if (end.owner === "platform") continue;
    for (const edge of edges.filter(({ from }) => from === end)) {
      if (edge.to === start || found.has(edge.to)) continue;
      found.set(edge.to, [...path, edge]);
      queue.push([edge.to, [...path, edge]]);
    }
  }
  return found;
}

function describePath(start: ModelPod, path: Path): string {
  return path.reduce(
    (text, { to, connections }) => `${text} -[${describeConnections(connections)}]-> ${to.id}`,
    start.id,
  );
}
