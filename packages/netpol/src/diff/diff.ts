import type { Matrix } from "../matrix/matrix.ts";

export interface MatrixChange {
  readonly kind: "added" | "removed" | "changed";
  readonly edge: string;
  readonly before?: string;
  readonly after?: string;
}

export function diffMatrices(before: Matrix, after: Matrix): readonly MatrixChange[] {
  const [old, fresh] = [openEdges(before), openEdges(after)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])].toSorted();
  return names.flatMap((edge): MatrixChange[] => {
    const [was, is] = [old.get(edge), fresh.get(edge)];
    if (was === is) return [];
    if (was === undefined)
      return [{ kind: "added", edge, ...(is === undefined ? {} : { after: is }) }];
    if (is === undefined) return [{ kind: "removed", edge, before: was }];
    return [{ kind: "changed", edge, before: was, after: is }];
  });
}

/**
 * Formats changes: opened edges with `+`, closed ones with `-`, and edges with changed ports with
 * `~`.
 */
export function printChanges(changes: readonly MatrixChange[]): string {
  return changes
    .map(({ kind, edge, before, after }) => {
      if (kind === "added") return `+ ${edge} [${after}]\n`;
      if (kind === "removed") return `- ${edge} [${before}]\n`;
      return `~ ${edge} [${before}] became [${after}]\n`;
    })
    .join("");
}

function openEdges({ edges, outside, unknownPods }: Matrix): ReadonlyMap<string, string> {
  const way = (direction: "in" | "out", pod: string, other: string) =>
    direction === "out" ? `${pod} -> ${other}` : `${other} -> ${pod}`;
  return new Map([
    ...edges.map(({ from, to, ports }) => [`${from} -> ${to}`, ports] as const),
    ...outside.flatMap(({ pod, direction, blocks, ports }) =>
      blocks.map((block) => [way(direction, pod, block), ports] as const),
    ),
    ...unknownPods.map(
      ({ unknownPod, pod, direction, ports }) => [way(direction, pod, unknownPod), ports] as const,
    ),
  ]);
}
