import type { Labels, NetworkPolicy } from "./cluster.ts";

/**
 * A placeholder for generated label values. It contains spaces, which label values must not have,
 * so no selector matches it.
 */
export const GENERATED = "made by the cluster";

/**
 * Labels that controllers add (Kubernetes documentation, "Well-Known Labels, Annotations and
 * Taints").
 */
const DEPLOYMENT = ["pod-template-hash"];
const STATEFUL_SET = [
  "controller-revision-hash",
  "statefulset.kubernetes.io/pod-name",
  "apps.kubernetes.io/pod-index",
];
const DAEMON_SET = ["controller-revision-hash", "pod-template-generation"];
const JOB = [
  "batch.kubernetes.io/job-name",
  "job-name",
  "batch.kubernetes.io/controller-uid",
  "controller-uid",
];
/** Labels that differ between the instances of a CloudNativePG cluster. */
const POSTGRES = [
  "cnpg.io/instanceName",
  "cnpg.io/instanceRole",
  "cnpg.io/podRole",
  "cnpg.io/jobRole",
  "role",
];

const ADDED: ReadonlyMap<string, readonly string[]> = new Map([
  ["Deployment", DEPLOYMENT],
  ["Pooler", DEPLOYMENT],
  ["StatefulSet", STATEFUL_SET],
  ["RabbitmqCluster", STATEFUL_SET],
  ["DaemonSet", DAEMON_SET],
  ["Job", JOB],
  ["CronJob", JOB],
]);
const EVERYWHERE = new Set([...DEPLOYMENT, ...STATEFUL_SET, ...DAEMON_SET, ...JOB]);

function isGenerated(key: string, kind: string): boolean {
  return (
    EVERYWHERE.has(key) ||
    key.startsWith("batch.kubernetes.io/") ||
    (kind === "Cluster" && POSTGRES.includes(key))
  );
}

export type NamedLabels = ReadonlyMap<string, ReadonlySet<string>>;

export function namedLabels(policies: readonly NetworkPolicy[]): NamedLabels {
  const named = new Map<string, Set<string>>();
  const selectors = policies.flatMap(({ podSelector, ingress, egress }) => [
    podSelector,
    ...[...ingress, ...egress]
      .flatMap(({ peers }) => peers)
      .flatMap((peer) => (peer.kind === "pods" ? [peer.podSelector ?? []] : [])),
  ]);
  for (const { key, values } of selectors.flat()) {
    const known = named.get(key) ?? new Set();
    for (const value of values) known.add(value);
    named.set(key, known);
  }
  return named;
}

/**
 * Returns the labels without those that the cluster generates, unless a policy selects by them. No
 * policy can distinguish the result from the original.
 * @param isTemplate - whether the labels are from a template, to which the cluster has not yet
 * added labels
 */
export function significantLabels(
  labels: Labels,
  kind: string,
  named: NamedLabels,
  isTemplate: boolean,
): Labels {
  const added = isTemplate ? (ADDED.get(kind) ?? []) : [];
  const all = { ...Object.fromEntries(added.map((key) => [key, GENERATED])), ...labels };
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => {
      if (!isGenerated(key, kind)) return [[key, value]];
      const values = named.get(key);
      if (values === undefined) return [];
      return [[key, values.has(value) ? value : GENERATED]];
    }),
  );
}
