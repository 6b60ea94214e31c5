import type { ContainerPort, Labels, PlainWorkload, Workload } from "./cluster.ts";
import { type Fields, fieldsAt, isFields, labelsAt, listAt, portAt, textAt } from "./fields.ts";
import { operatorWorkload } from "./operator-workloads.ts";
import { readProtocol } from "./read-policy.ts";

const DISTINGUISHES_REPLICAS = new Set([
  "pod-template-hash",
  "controller-revision-hash",
  "pod-template-generation",
  "statefulset.kubernetes.io/pod-name",
  "apps.kubernetes.io/pod-index",
]);

/**
 * The pods that an object stands for: a Pod, anything with a pod template (Deployment, StatefulSet, DaemonSet,
 * Job, ReplicaSet, ...), a CronJob, a ScaledJob, or a custom resource of an operator that is known.
 * @returns undefined for an object that stands for none
 * @throws ManifestError for malformed fields that matter here
 */
export function readWorkload(object: Fields, where: string): PlainWorkload | undefined {
  const metadata = fieldsAt(object["metadata"], `${where}: metadata`);
  const named = {
    kind: textAt(object["kind"], `${where}: kind`),
    namespace: textAt(metadata["namespace"] ?? "default", `${where}: metadata.namespace`),
    name: textAt(metadata["name"] ?? metadata["generateName"], `${where}: metadata.name`),
  };
  if (named.kind === "Pod") return podWorkload(object, metadata, named, where);
  const template = podTemplate(object);
  if (template === undefined) return operatorWorkload(object, named, where);
  const labels = labelsAt(
    fieldsAt(template["metadata"], where)["labels"],
    `${where}: labels of the pods`,
  );
  return {
    ...named,
    labels: { ...labels, ...labelsOfController(named) },
    ...podSpec(fieldsAt(template["spec"], `${where}: the pods' spec`), where),
    addresses: [],
  };
}

/** Where the objects of Kubernetes, and those that imitate them, keep their pod template. */
function podTemplate(object: Fields): Fields | undefined {
  const spec = object["spec"];
  if (!isFields(spec)) return undefined;
  const holders = [spec, inner(spec["jobTemplate"]), spec["jobTargetRef"]];
  const templates = holders.map((holder) => (isFields(holder) ? holder["template"] : undefined));
  return templates.find(
    (template): template is Fields =>
      isFields(template) && isFields(template["spec"]) && "containers" in template["spec"],
  );
}

function inner(jobTemplate: unknown): unknown {
  return isFields(jobTemplate) ? jobTemplate["spec"] : undefined;
}

/** A label's value may hold no space: what the cluster makes up equals none that a selector names. */
const MADE_UP = "made by the cluster";

function labelsOfController({ kind, name }: { kind: string; name: string }): Labels {
  if (kind !== "Job" && kind !== "CronJob") return {};
  const job = kind === "Job" ? name : MADE_UP;
  return {
    "batch.kubernetes.io/job-name": job,
    "job-name": job,
    "batch.kubernetes.io/controller-uid": MADE_UP,
    "controller-uid": MADE_UP,
  };
}

type Named = Pick<Workload, "kind" | "namespace" | "name">;

/** A Pod of a living cluster stands for the controller that made it. */
function podWorkload(pod: Fields, metadata: Fields, named: Named, where: string): PlainWorkload {
  const owner = listAt(metadata["ownerReferences"], `${where}: ownerReferences`)
    .filter(isFields)
    .find(({ controller }) => controller === true);
  const labels = Object.entries(labelsAt(metadata["labels"], `${where}: metadata.labels`));
  const status = fieldsAt(pod["status"], `${where}: status`);
  const addresses = [
    status["podIP"],
    ...listAt(status["podIPs"], `${where}: status.podIPs`).map((element) =>
      isFields(element) ? element["ip"] : undefined,
    ),
  ].filter((address) => typeof address === "string" && address !== "");
  return {
    ...named,
    ...(owner === undefined
      ? {}
      : {
          kind: textAt(owner["kind"], `${where}: kind of the owner`),
          name: textAt(owner["name"], `${where}: name of the owner`),
        }),
    labels: Object.fromEntries(
      owner === undefined ? labels : labels.filter(([key]) => !DISTINGUISHES_REPLICAS.has(key)),
    ),
    ...podSpec(fieldsAt(pod["spec"], `${where}: spec`), where),
    addresses: [...new Set(addresses)] as string[],
  };
}

function podSpec(spec: Fields, where: string): Pick<Workload, "ports" | "hostNetwork"> {
  const containers = ["containers", "initContainers"].flatMap((list) =>
    listAt(spec[list], `${where}: ${list}`).map((container) =>
      fieldsAt(container, `${where}: ${list}`),
    ),
  );
  return {
    ports: containers.flatMap((container) => containerPorts(container, where)),
    hostNetwork: spec["hostNetwork"] === true,
  };
}

function containerPorts(container: Fields, where: string): readonly ContainerPort[] {
  return listAt(container["ports"], `${where}: ports`)
    .map((port) => fieldsAt(port, `${where}: ports`))
    .filter((port) => port["containerPort"] !== undefined)
    .map((port) => ({
      ...(typeof port["name"] === "string" ? { name: port["name"] } : {}),
      port: portAt(port["containerPort"], `${where}: containerPort`),
      protocol: readProtocol(port["protocol"], `${where}: protocol of a port`),
    }));
}
