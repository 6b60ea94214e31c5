import {
  at,
  type Fields,
  listAt,
  type Manifest,
  podsOf,
  workloadName,
} from "./deployment/manifests.ts";
import { quantity } from "./deployment/quantity.ts";

/** Resources by their names in a ResourceQuota. */
const RESOURCES = ["requests.cpu", "requests.memory", "limits.cpu", "limits.memory"] as const;

type Totals = Readonly<Record<"pods" | (typeof RESOURCES)[number], number>>;

export interface PodUsage {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly kind: string;
  /** The number of pods. */
  readonly count: number;
  readonly totals: Totals;
}

/**
 * Returns the resources of each workload, with the smallest or largest number of pods that its
 * autoscaler allows.
 */
export function usageOf(manifests: readonly Manifest[], bound: "min" | "max"): readonly PodUsage[] {
  const pods = podsOf(manifests).map(({ manifest, pod }) => {
    const scaled = autoscaled(manifests, manifest, bound);
    return usage(manifest, scaled ?? Number(at(manifest, "spec", "replicas") ?? 1), [
      ...listAt(pod, "containers"),
    ]);
  });
  const servers = manifests
    .filter(({ kind }) => kind === "Cluster" || kind === "RabbitmqCluster")
    .map((manifest) => {
      const { spec } = manifest;
      const containers = [spec, ...archivers(manifests, manifest)];
      return usage(manifest, Number(at(spec, "instances") ?? at(spec, "replicas")), containers);
    });
  return [...pods, ...servers];
}

/** Returns the containers that CloudNativePG's plugin adds to each pod of a database. */
function archivers(manifests: readonly Manifest[], { spec }: Manifest): readonly unknown[] {
  return listAt(spec, "plugins").flatMap((plugin) => {
    const name = at(plugin, "parameters", "barmanObjectName");
    const store = manifests.find(
      ({ kind, metadata }) => kind === "ObjectStore" && metadata.name === name,
    );
    return store === undefined ? [] : [at(store, "spec", "instanceSidecarConfiguration")];
  });
}

export function totalOf(usages: readonly PodUsage[]): Totals {
  const sum = (name: keyof Totals) => usages.reduce((all, { totals }) => all + totals[name], 0);
  return totals((name) => sum(name), sum("pods"));
}

/** Returns the names of the resources whose total exceeds the quota. */
export function beyond(total: Totals, quota: Fields): readonly string[] {
  return Object.entries(total)
    .filter(([name, used]) => used > quantity(quota[name]))
    .map(([name]) => name);
}

function usage(manifest: Manifest, count: number, containers: readonly unknown[]): PodUsage {
  const each = (name: string) =>
    containers.reduce<number>(
      (sum, container) => sum + quantity(at(container, "resources", ...name.split("."))),
      0,
    );
  return {
    namespace: manifest.metadata.namespace,
    name: workloadName(manifest),
    kind: manifest.kind,
    count,
    totals: totals((name) => count * each(name), count),
  };
}

function totals(of: (name: (typeof RESOURCES)[number]) => number, pods: number): Totals {
  const values = RESOURCES.map((name) => [name, of(name)]);
  return { ...Object.fromEntries(values), pods } as Totals;
}

function autoscaled(manifests: readonly Manifest[], { metadata }: Manifest, bound: "min" | "max") {
  const scaler = manifests.find(
    ({ kind, metadata: { namespace }, spec }) =>
      (kind === "HorizontalPodAutoscaler" || kind === "ScaledObject") &&
      namespace === metadata.namespace &&
      at(spec, "scaleTargetRef", "name") === metadata.name,
  );
  const replicas =
    at(scaler, "spec", `${bound}Replicas`) ?? at(scaler, "spec", `${bound}ReplicaCount`);
  return replicas === undefined ? undefined : Number(replicas);
}
