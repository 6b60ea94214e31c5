import { type Fields, fieldsAt } from "../../src/manifests/fields.ts";
import { asStored, labelsOf, letters, metadataOf, ownedBy, specOf, uidOf } from "./as-stored.ts";
import { container, numberedPods, pod, podsOf, templateOf } from "./pods.ts";

/** A time in minutes since 1970, which the CronJob controller uses in names. */
const MINUTE = 29_918_460;
const DONE = {
  conditions: [{ status: "True", type: "Complete" }],
  completionTime: "2026-11-20T08:16:00Z",
  succeeded: 1,
};

export function withCreated(object: Fields): readonly Fields[] {
  switch (object["kind"]) {
    case "Deployment":
      return deployment(object);
    case "StatefulSet":
    case "DaemonSet":
      return [asStored(object, { readyReplicas: 1 }), ...numberedPods(object, replicas(object))];
    case "CronJob":
      return cronJob(object);
    case "Job":
      return job(object, DONE);
    case "Cluster":
      return postgres(object);
    case "RabbitmqCluster":
      return rabbitmq(object);
    default:
      return [asStored(object)];
  }
}

function replicas(object: Fields): number {
  const { replicas, instances } = specOf(object);
  const count = replicas ?? instances ?? 2;
  return typeof count === "number" ? count : 2;
}

function deployment(object: Fields): readonly Fields[] {
  const count = replicas(object);
  const old = { "app.kubernetes.io/version": "0.9" };
  const current = replicaSet(object, count, {});
  return [
    asStored(object, { observedGeneration: 1, readyReplicas: count }),
    asStored(replicaSet(object, 0, old), { replicas: 0 }),
    asStored(current, { readyReplicas: count, replicas: count }),
    ...podsOf(current, count),
  ];
}

function replicaSet(object: Fields, count: number, more: Fields): Fields {
  const { name, namespace } = metadataOf(object);
  const template = templateOf(object);
  const hash = letters(`${namespace}/${name} ${JSON.stringify(more)}`, 10);
  const labels = { ...labelsOf(template), ...more, "pod-template-hash": hash };
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      ...{ labels, name: `${name}-${hash}`, namespace },
      ownerReferences: ownedBy(object),
    },
    spec: {
      replicas: count,
      selector: { matchLabels: labels },
      template: { ...template, metadata: { ...metadataOf(template), labels } },
    },
  };
}

function cronJob(object: Fields): readonly Fields[] {
  const { name, namespace } = metadataOf(object);
  const jobTemplate = fieldsAt(specOf(object)["jobTemplate"], "jobTemplate");
  const run = (minute: number, status: Fields) =>
    job(
      {
        apiVersion: "batch/v1",
        kind: "Job",
        metadata: {
          ...{ name: `${name}-${minute}`, namespace },
          ownerReferences: ownedBy(object),
        },
        spec: jobTemplate["spec"],
      },
      status,
    );
  return [
    asStored(object, { lastScheduleTime: "2026-11-20T08:00:00Z" }),
    ...run(MINUTE, DONE),
    ...run(MINUTE + 15, { active: 1 }),
  ];
}

/** Returns a Job and its pods. The API server adds labels to the Job's template. */
function job(object: Fields, status: Fields): readonly Fields[] {
  const { name } = metadataOf(object);
  const template = templateOf(object);
  const uid = uidOf(object);
  const labels = {
    ...labelsOf(template),
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": name,
    "controller-uid": uid,
    "job-name": name,
  };
  const whole: Fields = {
    ...object,
    spec: {
      ...specOf(object),
      completionMode: "NonIndexed",
      template: { ...template, metadata: { ...metadataOf(template), labels } },
    },
  };
  return [asStored(whole, status), ...podsOf(whole, 1, status === DONE ? "Succeeded" : "Running")];
}

/**
 * Returns the objects of a CloudNativePG cluster. Its pods have no controller in between, and the
 * Job that initialized the first one still exists.
 */
function postgres(object: Fields): readonly Fields[] {
  const { name, namespace } = metadataOf(object);
  const own = { "cnpg.io/cluster": name };
  const containers = [
    container("postgres", [
      ["postgresql", 5432],
      ["metrics", 9187],
      ["status", 8000],
    ]),
  ];
  const instances = Array.from({ length: replicas(object) }, (_, at) => {
    const role = at === 0 ? "primary" : "replica";
    const labels = {
      ...own,
      "cnpg.io/instanceName": `${name}-${at + 1}`,
      "cnpg.io/instanceRole": role,
      "cnpg.io/podRole": "instance",
      role,
    };
    return pod({
      ...{ owner: object, namespace: String(namespace), name: `${name}-${at + 1}` },
      ...{ labels, spec: { containers } },
    });
  });
  const labels = { ...own, "cnpg.io/instanceName": `${name}-1`, "cnpg.io/jobRole": "initdb" };
  const initdb = {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: `${name}-1-initdb`, namespace, labels, ownerReferences: ownedBy(object) },
    spec: { template: { metadata: { labels }, spec: { containers: [container("initdb", [])] } } },
  };
  return [asStored(object, { readyInstances: 1 }), ...instances, ...job(initdb, DONE)];
}

function rabbitmq(object: Fields): readonly Fields[] {
  const { name, namespace } = metadataOf(object);
  const isTls = specOf(object)["tls"] !== undefined;
  const labels = {
    "app.kubernetes.io/component": "rabbitmq",
    "app.kubernetes.io/name": name,
    "app.kubernetes.io/part-of": "rabbitmq",
  };
  const containers = [
    container("rabbitmq", [
      ["epmd", 4369],
      ["cluster-rpc", 25_672],
      isTls ? ["amqps", 5671] : ["amqp", 5672],
      isTls ? ["management-tls", 15_671] : ["management", 15_672],
      isTls ? ["prometheus-tls", 15_691] : ["prometheus", 15_692],
    ]),
  ];
  const server = {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { labels, name: `${name}-server`, namespace, ownerReferences: ownedBy(object) },
    spec: {
      replicas: replicas(object),
      selector: { matchLabels: { "app.kubernetes.io/name": name } },
      template: { metadata: { labels }, spec: { containers } },
    },
  };
  return [
    asStored(object, { conditions: [{ status: "True", type: "AllReplicasReady" }] }),
    asStored(server, { readyReplicas: 1 }),
    ...numberedPods(server, replicas(object)),
  ];
}
