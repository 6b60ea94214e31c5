import type { Labels, NetworkPolicy } from "./cluster.ts";

/** A label's value may hold no space: what the cluster makes up equals none that a selector names. */
export const MADE_UP = "made by the cluster";

/** What controllers add to the labels of the template (Kubernetes documentation, "Well-Known Labels, Annotations and Taints"). */
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
/** What moves between the instances of CloudNativePG, and tells the pods that make and join them from those. */
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

/** Whether the cluster gives a pod of this kind of workload the label, and so with a value that says nothing. */
function isGenerated(key: string, kind: string): boolean {
  return (
    EVERYWHERE.has(key) ||
    key.startsWith("batch.kubernetes.io/") ||
    (kind === "Cluster" && POSTGRES.includes(key))
  );
}

/** The keys of all selectors for pods, with the values that they name. */
export type NamedLabels = ReadonlyMap<string, ReadonlySet<string>>;

/** Collects what the policies tell pods apart by. */
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
 * The labels without those that the cluster generates, unless a policy asks for such a label: then it stays, with its value
 * where a policy names that. No policy tells the result from the labels.
 * @param isTemplate the cluster has still to add its labels
 */
export function significantLabels(
  labels: Labels,
  kind: string,
  named: NamedLabels,
  isTemplate: boolean,
): Labels {
  const added = isTemplate ? (ADDED.get(kind) ?? []) : [];
  const all = { ...Object.fromEntries(added.map((key) => [key, MADE_UP])), ...labels };
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => {
      if (!isGenerated(key, kind)) return [[key, value]];
      const values = named.get(key);
      if (values === undefined) return [];
      return [[key, values.has(value) ? value : MADE_UP]];
    }),
  );
}
