import type { ContainerPort, Labels, NetworkPolicy, PlainWorkload, Workload } from "./cluster.ts";
import { type NamedLabels, namedLabels, significantLabels } from "./generated-labels.ts";

export interface Observation {
  readonly workload: PlainWorkload;
  /** Where the labels were found. `between` is, for example, a ReplicaSet of a Deployment. */
  readonly from: "template" | "between" | "pod";
  /** False for an old ReplicaSet and for a finished Job. */
  readonly inUse: boolean;
}

/** Pods of one workload that no policy distinguishes. */
interface Part {
  readonly workload: PlainWorkload;
  readonly significant: Labels;
  readonly isTemplate: boolean;
  readonly pods: number;
}

/**
 * Merges observations of the same workload. Pods whose labels differ from the template (or, without
 * a template, from most pods) become separate workloads, whose ids contain the difference.
 */
export function mergeWorkloads(
  observations: readonly Observation[],
  policies: readonly NetworkPolicy[],
): readonly Workload[] {
  const named = namedLabels(policies);
  const groups = grouped(observations, ({ workload: { namespace, kind, name } }) =>
    [namespace, kind, name].join("/"),
  );
  const perName = grouped([...groups.values()], ([first]) => plainId(first));
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      const id = plainId(first);
      const isOnly = perName.get(id)?.length === 1;
      return variants(isOnly ? id : `${id} (${first?.workload.kind})`, parts(group, named));
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function grouped<T>(
  all: readonly T[],
  keyOf: (one: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  return groups;
}

function plainId(observation: Observation | undefined): string {
  return `${observation?.workload.namespace}/${observation?.workload.name}`;
}

function parts(group: readonly Observation[], named: NamedLabels): readonly Part[] {
  const isOnly = group.every(({ from }) => from === "between");
  const counted = group.filter(({ from, inUse }) => from !== "between" || inUse || isOnly);
  const merged = new Map<string, Part>();
  for (const { workload, from } of counted) {
    const { kind, labels, hostNetwork } = workload;
    const isPod = from === "pod";
    const significant = significantLabels(labels, kind, named, !isPod);
    const key = JSON.stringify([hostNetwork, Object.entries(significant).toSorted()]);
    const part = {
      workload: { ...workload, labels: isPod ? significant : { ...labels, ...significant } },
      significant,
      isTemplate: from === "template",
      pods: isPod ? 1 : 0,
    };
    const known = merged.get(key);
    merged.set(key, known === undefined ? part : joined(known, part));
  }
  return [...merged]
    .toSorted(
      ([keyA, a], [keyB, b]) =>
        Number(b.isTemplate) - Number(a.isTemplate) || b.pods - a.pods || (keyA < keyB ? -1 : 1),
    )
    .map(([, part]) => part);
}

function joined(a: Part, b: Part): Part {
  const [first, second] = b.isTemplate ? [b, a] : [a, b];
  const { workload } = first;
  const addresses = [...workload.addresses, ...second.workload.addresses];
  return {
    workload: {
      ...workload,
      ports: unionOfPorts(workload.ports, second.workload.ports),
      addresses: [...new Set(addresses)],
    },
    significant: first.significant,
    isTemplate: first.isTemplate,
    pods: a.pods + b.pods,
  };
}

/**
 * Returns all ports of both lists, because an injected container may declare ports that the
 * template does not have.
 */
export function unionOfPorts(
  a: readonly ContainerPort[],
  b: readonly ContainerPort[],
): readonly ContainerPort[] {
  const key = ({ name, port, protocol }: ContainerPort) => `${name} ${port} ${protocol}`;
  const known = new Set(a.map(key));
  return [...a, ...b.filter((port) => !known.has(key(port)))];
}

function variants(id: string, all: readonly Part[]): readonly Workload[] {
  const [main, ...others] = all;
  if (main === undefined) return [];
  const taken = new Set([id]);
  return [
    { ...main.workload, id },
    ...others.map((part): Workload => {
      const plain = `${id} (${difference(main, part)})`;
      let own = plain;
      for (let count = 2; taken.has(own); count += 1) own = `${plain} ${count}`;
      taken.add(own);
      const { isTemplate } = main;
      return {
        ...part.workload,
        id: own,
        variant: { of: id, from: isTemplate ? "template" : "pods", pods: part.pods },
      };
    }),
  ];
}

function difference(main: Part, part: Part): string {
  const keys = [...new Set([main, part].flatMap(({ significant }) => Object.keys(significant)))];
  const labels = keys.toSorted().flatMap((key) => {
    const [was, is] = [main.significant[key], part.significant[key]];
    if (was === is) return [];
    return [is === undefined ? `without ${key}` : `${key}=${is}`];
  });
  const place = [
    ...(part.workload.hostNetwork && !main.workload.hostNetwork ? ["on the node's network"] : []),
    ...(main.workload.hostNetwork && !part.workload.hostNetwork ? ["on the pods' network"] : []),
  ];
  return [...labels, ...place].join(", ");
}
