import { type Fields, fieldsAt, isFields, listAt } from "./fields.ts";

export interface Owner {
  readonly kind: string;
  readonly name: string;
}

/** Kinds between a workload and its pods. Only the owners that `isAbove` accepts count for them. */
const MIDDLE = new Set(["ReplicaSet", "Job", "StatefulSet", "Deployment", "CronJob"]);

/**
 * The maximum number of owner references to follow. It ends cycles, and no controller needs more.
 */
const MOST_STEPS = 6;

/** Matches kustomize's hash, which has ten characters from a set that forms no words. */
const HASH = /^[2456789bcdfghkmt]{10}$/;

/**
 * Matches the minutes since 1970, which the CronJob controller appends to names. They have had
 * eight digits since 1989.
 */
const MINUTES = /^\d{8,}$/;

/**
 * Returns a function that finds the top-most owner of an object. It follows `ownerReferences` if
 * the input contains the objects in between. Otherwise, it uses the names and labels that
 * controllers give (pod-template-hash; `<cronjob>-<minute>`; cnpg.io/cluster; `<name>-server`).
 * @returns the object itself if no controller created it; a Job has its `plainName`
 */
export function topOwners(objects: readonly Fields[]): (object: Fields) => Owner {
  const known = new Map<string, Fields>();
  for (const object of objects) {
    const { kind, name, namespace } = namesOf(object);
    if (MIDDLE.has(kind)) known.set(`${kind} ${namespace}/${name}`, object);
  }
  return (object) => {
    const { kind, name } = climb(object, MOST_STEPS, (key) => known.get(key));
    return { kind, name: plainName(kind, name, namesOf(object).labels) };
  };
}

/**
 * Returns the name of a workload without the hash of a release. Because a Job's template cannot
 * change, each release may append a hash to the Job's app.kubernetes.io/name. All of these Jobs
 * count as one.
 */
export function plainName(kind: string, name: string, labels: Fields): string {
  const plain = labels["app.kubernetes.io/name"];
  if (kind !== "Job" || typeof plain !== "string") return name;
  return name.startsWith(`${plain}-`) && HASH.test(name.slice(plain.length + 1)) ? plain : name;
}

function climb(object: Fields, steps: number, find: (key: string) => Fields | undefined): Owner {
  const { namespace, labels, ...self } = namesOf(object);
  const reference = controllerOf(object);
  if (steps === 0 || reference === undefined || !isAbove(self.kind, reference)) return self;
  let owner: Owner = reference;
  for (let left = steps; left > 0; left -= 1) {
    const { kind, name } = owner;
    const there = find(`${kind} ${namespace}/${name}`);
    if (there !== undefined) return climb(there, left - 1, find);
    const hasCronJob = (cronJob: string) => find(`CronJob ${namespace}/${cronJob}`) !== undefined;
    const next = guessed(owner, labels, hasCronJob);
    if (next === undefined) return { kind, name };
    owner = next;
  }
  return owner;
}

function guessed(
  { kind, name }: Owner,
  labels: Fields,
  hasCronJob: (name: string) => boolean,
): Owner | undefined {
  switch (kind) {
    case "ReplicaSet":
      return without(name, `-${String(labels["pod-template-hash"])}`, "Deployment");
    case "Job":
      return aboveJob(name, labels["cnpg.io/cluster"], hasCronJob);
    case "Deployment":
      return labels["cnpg.io/poolerName"] === name ? { kind: "Pooler", name } : undefined;
    case "StatefulSet": {
      const isRabbitmq = labels["app.kubernetes.io/component"] === "rabbitmq";
      const cluster = without(name, "-server", "RabbitmqCluster");
      return isRabbitmq && cluster?.name === labels["app.kubernetes.io/name"] ? cluster : undefined;
    }
    default:
      return undefined;
  }
}

function aboveJob(
  name: string,
  cluster: unknown,
  hasCronJob: (name: string) => boolean,
): Owner | undefined {
  const [, cronJob = "", minute = ""] = /^(.+)-(\d+)$/.exec(name) ?? [];
  if (MINUTES.test(minute) || hasCronJob(cronJob)) return { kind: "CronJob", name: cronJob };
  const isOfCluster = typeof cluster === "string" && name.startsWith(`${cluster}-`);
  return isOfCluster ? { kind: "Cluster", name: cluster } : undefined;
}

function without(name: string, ending: string, kind: string): Owner | undefined {
  if (!name.endsWith(ending) || name.length === ending.length) return undefined;
  return { kind, name: name.slice(0, -ending.length) };
}

/**
 * Returns whether the owner represents all of the object's pods. A node does not represent its
 * static pods, and custom owners of Deployments, StatefulSets and Jobs often create several
 * different ones.
 */
function isAbove(kind: string, owner: Owner & { readonly group: string }): boolean {
  const name = `${owner.group}/${owner.kind}`;
  switch (kind) {
    case "Pod":
      return owner.kind !== "Node";
    case "ReplicaSet":
      return true;
    case "Job":
      return ["batch/CronJob", "keda.sh/ScaledJob", "postgresql.cnpg.io/Cluster"].includes(name);
    case "StatefulSet":
      return name === "rabbitmq.com/RabbitmqCluster";
    case "Deployment":
      return name === "postgresql.cnpg.io/Pooler";
    default:
      return false;
  }
}

function controllerOf(object: Fields): (Owner & { readonly group: string }) | undefined {
  const { ownerReferences } = fieldsAt(object["metadata"], "metadata");
  const found = listAt(ownerReferences, "metadata.ownerReferences")
    .filter(isFields)
    .find(({ controller }) => controller === true);
  const { kind, name } = found ?? {};
  if (typeof kind !== "string" || typeof name !== "string") return undefined;
  const [group = ""] = String(found?.["apiVersion"]).split("/");
  return { group, kind, name };
}

function namesOf(object: Fields): Owner & { readonly namespace: string; readonly labels: Fields } {
  const { name, generateName, namespace, labels } = fieldsAt(object["metadata"], "metadata");
  return {
    kind: String(object["kind"]),
    name: String(name ?? generateName),
    namespace: String(namespace ?? "default"),
    labels: fieldsAt(labels, "metadata.labels"),
  };
}
