import type { ContainerPort, Labels, PlainWorkload, Workload } from "./cluster.ts";
import { type Fields, fieldsAt, isFields, labelsAt, listAt, portAt, textAt } from "./fields.ts";
import { GENERATED } from "./generated-labels.ts";
import { operatorWorkload } from "./operator-workloads.ts";
import { plainName } from "./owners.ts";
import { readProtocol } from "./read-policy.ts";

/**
 * Reads a workload. Returns undefined for an object without pods, such as a Pod that has ended.
 * @throws ManifestError
 */
export function readWorkload(object: Fields, where: string): PlainWorkload | undefined {
  const metadata = fieldsAt(object["metadata"], `${where}: metadata`);
  const named = {
    kind: textAt(object["kind"], `${where}: kind`),
    namespace: textAt(metadata["namespace"] ?? "default", `${where}: metadata.namespace`),
    name: textAt(metadata["name"] ?? metadata["generateName"], `${where}: metadata.name`),
  };
  if (named.kind === "Pod") return podWorkload(object, metadata, named, where);
  // First, because a template of an operator's resource lacks the labels that the operator adds.
  const operated = operatorWorkload(object, named, where);
  if (operated !== undefined) return operated;
  const template = podTemplate(object);
  if (template === undefined) return undefined;
  const labels = labelsAt(
    fieldsAt(template["metadata"], where)["labels"],
    `${where}: labels of the pods`,
  );
  return {
    ...named,
    name: plainName(named.kind, named.name, fieldsAt(metadata["labels"], `${where}: labels`)),
    labels: { ...labels, ...labelsOfController(named) },
    ...podSpec(fieldsAt(template["spec"], `${where}: the pods' spec`), where),
    addresses: [],
  };
}

/** Returns the pod template, which Kubernetes' own kinds and similar custom resources have. */
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

function labelsOfController({ kind, name }: { kind: string; name: string }): Labels {
  if (kind !== "Job" && kind !== "CronJob") return {};
  const job = kind === "Job" ? name : GENERATED;
  return {
    "batch.kubernetes.io/job-name": job,
    "job-name": job,
    "batch.kubernetes.io/controller-uid": GENERATED,
    "controller-uid": GENERATED,
  };
}

type Named = Pick<Workload, "kind" | "namespace" | "name">;

/** Returns false for an old ReplicaSet and for a finished Job. */
export function isInUse(object: Fields, where: string): boolean {
  if (object["kind"] === "ReplicaSet")
    return fieldsAt(object["spec"], `${where}: spec`)["replicas"] !== 0;
  const { conditions } = fieldsAt(object["status"], `${where}: status`);
  return !listAt(conditions, `${where}: status.conditions`)
    .filter(isFields)
    .some(({ type, status }) => (type === "Complete" || type === "Failed") && status === "True");
}

function podWorkload(
  pod: Fields,
  metadata: Fields,
  named: Named,
  where: string,
): PlainWorkload | undefined {
  const status = fieldsAt(pod["status"], `${where}: status`);
  // Ignores a pod that has ended, because its address may belong to another pod by now.
  if (status["phase"] === "Succeeded" || status["phase"] === "Failed") return undefined;
  const addresses = [
    status["podIP"],
    ...listAt(status["podIPs"], `${where}: status.podIPs`).map((element) =>
      isFields(element) ? element["ip"] : undefined,
    ),
  ].filter((address) => typeof address === "string" && address !== "");
  return {
    ...named,
    labels: labelsAt(metadata["labels"], `${where}: metadata.labels`),
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
