import { describe, expect, test } from "@jest/globals";
import { readCluster } from "./read-cluster.ts";
import { readYamlDocuments } from "./yaml-documents.ts";

const SPEC = "spec: {containers: [{ports: [{name: http, containerPort: 80}]}]}";

function owned(kind: string, name: string, group = "apps/v1"): string {
  return `ownerReferences: [{apiVersion: ${group}, kind: ${kind}, name: ${name}, controller: true}]`;
}

function pod(name: string, labels: string, more = "", status = "Running"): string {
  return `{kind: Pod, apiVersion: v1, metadata: {name: ${name}, namespace: n, uid: u, labels: {${labels}}, ${more}}, ${SPEC}, status: {phase: ${status}}}`;
}

function made(apiVersion: string, kind: string, name: string, labels: string, more = ""): string {
  const template = `template: {metadata: {labels: {${labels}}}, ${SPEC}}`;
  const spec = kind === "CronJob" ? `jobTemplate: {spec: {${template}}}` : template;
  return `{kind: ${kind}, apiVersion: ${apiVersion}, metadata: {name: ${name}, namespace: n, ${more}}, spec: {${spec}}}`;
}

function workloads(...objects: readonly string[]) {
  return readCluster(readYamlDocuments(objects.join("\n---\n"), "test")).workloads;
}

const names = (...objects: readonly string[]) =>
  workloads(...objects).map(({ id, kind }) => [id, kind]);

describe("The workload of a pod", () => {
  const HASH = "app: a, pod-template-hash: 7d9f8c";
  const RABBIT =
    "app.kubernetes.io/name: r, app.kubernetes.io/component: rabbitmq, app.kubernetes.io/part-of: rabbitmq";

  test.each([
    ["the pod itself", pod("x", "app: a"), "n/x", "Pod"],
    [
      "the Deployment of a ReplicaSet that was not read",
      pod("web-7d9f8c-abcde", HASH, owned("ReplicaSet", "web-7d9f8c")),
      ...["n/web", "Deployment"],
    ],
    [
      "a ReplicaSet with another hash",
      pod("web-abcde", HASH, owned("ReplicaSet", "web")),
      ...["n/web", "ReplicaSet"],
    ],
    [
      "the CronJob of a Job that is gone",
      pod("probe-29918460-abcde", "app: a", owned("Job", "probe-29918460", "batch/v1")),
      ...["n/probe", "CronJob"],
    ],
    [
      "a Job whose name ends with a number that is no time",
      pod("migrate-2-abcde", "app: a", owned("Job", "migrate-2", "batch/v1")),
      ...["n/migrate-2", "Job"],
    ],
    [
      "a Job that is called by its label and kustomize's hash",
      pod(
        "migrate-9kg56cdfh8-abcde",
        "app.kubernetes.io/name: migrate",
        owned("Job", "migrate-9kg56cdfh8", "batch/v1"),
      ),
      ...["n/migrate", "Job"],
    ],
    [
      "a Job that is called by its label and a word",
      pod(
        "migrate-everything-abcde",
        "app.kubernetes.io/name: migrate",
        owned("Job", "migrate-everything", "batch/v1"),
      ),
      ...["n/migrate-everything", "Job"],
    ],
    [
      "a StatefulSet",
      pod("db-0", "app: a", owned("StatefulSet", "db")),
      ...["n/db", "StatefulSet"],
    ],
    ["a DaemonSet", pod("ds-abcde", "app: a", owned("DaemonSet", "ds")), "n/ds", "DaemonSet"],
    [
      "CloudNativePG's cluster",
      pod("pg-1", "cnpg.io/cluster: pg", owned("Cluster", "pg", "postgresql.cnpg.io/v1")),
      ...["n/pg", "Cluster"],
    ],
    [
      "the cluster whose first instance a Job makes",
      pod(
        "pg-1-initdb-abcde",
        "cnpg.io/cluster: pg, cnpg.io/jobRole: initdb",
        owned("Job", "pg-1-initdb", "batch/v1"),
      ),
      ...["n/pg", "Cluster"],
    ],
    [
      "CloudNativePG's pooler",
      pod("p-7d9f8c-abcde", `cnpg.io/poolerName: p, ${HASH}`, owned("ReplicaSet", "p-7d9f8c")),
      ...["n/p", "Pooler"],
    ],
    [
      "RabbitMQ's cluster",
      pod("r-server-0", RABBIT, owned("StatefulSet", "r-server")),
      ...["n/r", "RabbitmqCluster"],
    ],
    [
      "a StatefulSet whose name only looks like RabbitMQ's",
      pod("x-server-0", RABBIT, owned("StatefulSet", "x-server")),
      ...["n/x-server", "StatefulSet"],
    ],
    [
      "the pod itself if it is a static pod",
      pod("etcd-node", "component: etcd", owned("Node", "node", "v1")),
      ...["n/etcd-node", "Pod"],
    ],
  ])("the workload is %s", (_, object, id, kind) => {
    expect(names(object)).toEqual([[id, kind]]);
  });

  test("the workload is found by owner references through Jobs and CronJobs, regardless of their names", () => {
    const run = made(
      ...(["batch/v1", "Job", "now", "app: a", owned("CronJob", "probe", "batch/v1")] as const),
    );
    const of = pod("now-abcde", "app: a, job-name: now", owned("Job", "now", "batch/v1"));
    expect(names(run, of)).toEqual([["n/probe", "CronJob"]]);
    expect(names(of)).toEqual([["n/now", "Job"]]);
    const cron = made("batch/v1", "CronJob", "old", "app: a");
    const early = pod("old-7-abcde", "app: a", owned("Job", "old-7", "batch/v1"));
    expect(names(cron, early)).toEqual([["n/old", "CronJob"]]);
  });

  test("owner references that form a cycle do not cause an endless loop", () => {
    const a = made("apps/v1", "ReplicaSet", "a", "app: a", owned("ReplicaSet", "b"));
    const b = made("apps/v1", "ReplicaSet", "b", "app: a", owned("ReplicaSet", "a"));
    expect(names(a, b, pod("p", "app: a", owned("ReplicaSet", "a")))).toHaveLength(2);
  });

  test("a pod that has ended belongs to no workload", () => {
    expect(names(pod("x", "app: a", "", "Succeeded"), pod("y", "app: a", "", "Failed"))).toEqual(
      [],
    );
  });
});

describe("Pods of one workload", () => {
  const DEPLOYMENT = made("apps/v1", "Deployment", "web", "app: a");
  const replica = (labels: string, hash = "7d9f8c", more = "abcde") =>
    pod(
      `web-${hash}-${more}`,
      `${labels}, pod-template-hash: ${hash}`,
      owned("ReplicaSet", `web-${hash}`),
    );
  const byHash = `{kind: NetworkPolicy, apiVersion: networking.k8s.io/v1, metadata: {name: p, namespace: n}, spec: {podSelector: {matchLabels: {pod-template-hash: 7d9f8c}}}}`;

  test("pods with the labels of their template are merged with it", () => {
    expect(names(DEPLOYMENT, replica("app: a"), replica("app: a", "7d9f8c", "fghij"))).toEqual([
      ["n/web", "Deployment"],
    ]);
  });

  test("pods with other labels than their template become a separate workload", () => {
    const found = workloads(DEPLOYMENT, replica("app: a"), replica("app: b, x: y", "5c6d", "q"));
    expect(found.map(({ id, variant }) => [id, variant])).toEqual([
      ["n/web", undefined],
      ["n/web (app=b, x=y)", { of: "n/web", from: "template", pods: 1 }],
    ]);
    expect(found[1]?.labels).toEqual({ app: "b", x: "y" });
  });

  test("without a template, pods with other labels than the majority become a separate workload", () => {
    const found = workloads(
      ...[replica("app: a", "1b1b", "a"), replica("app: b", "2b2b", "b")],
      replica("app: b", "2b2b", "c"),
    );
    expect(found.map(({ id, variant }) => [id, variant])).toEqual([
      ["n/web", undefined],
      ["n/web (app=a)", { of: "n/web", from: "pods", pods: 1 }],
    ]);
  });

  test("pods with different generated labels become separate workloads only if a policy names the label", () => {
    const pods = [replica("app: a"), replica("app: a", "5c6d", "q")];
    expect(names(...pods)).toEqual([["n/web", "Deployment"]]);
    const found = workloads(byHash, DEPLOYMENT, ...pods);
    expect(found.map(({ id, labels }) => [id, labels["pod-template-hash"]])).toEqual([
      ["n/web", "made by the cluster"],
      ["n/web (pod-template-hash=7d9f8c)", "7d9f8c"],
    ]);
  });

  test("pods on the node's network become a separate workload", () => {
    const onNode = replica("app: a").replace("containers:", "hostNetwork: true, containers:");
    expect(names(DEPLOYMENT, onNode).map(([id]) => id)).toEqual([
      "n/web",
      "n/web (on the node's network)",
    ]);
  });

  test("an old ReplicaSet counts only while it has replicas", () => {
    const old = (replicas: number) =>
      made("apps/v1", "ReplicaSet", "web-5c6d", "app: old", owned("Deployment", "web")).replace(
        "template:",
        `replicas: ${replicas}, template:`,
      );
    expect(names(DEPLOYMENT, old(0))).toEqual([["n/web", "Deployment"]]);
    expect(names(DEPLOYMENT, old(1)).map(([id]) => id)).toEqual(["n/web", "n/web (app=old)"]);
    expect(names(old(0))).toEqual([["n/web", "Deployment"]]);
  });

  test("a workload has the ports of all containers, including injected ones", () => {
    const more = replica("app: a").replace("{ports:", "{ports: [{containerPort: 15090}]}, {ports:");
    expect(workloads(DEPLOYMENT, more)[0]?.ports.map(({ port }) => port)).toEqual([80, 15_090]);
  });
});

test("Jobs of two releases whose names differ only in the hash are one workload", () => {
  const LABEL = "app.kubernetes.io/name: migrate";
  const job = (hash: string) =>
    made("batch/v1", "Job", `migrate-${hash}`, LABEL, `labels: {${LABEL}}`);
  expect(names(job("9kg56cdfh8"), job("bmfg96t9df"))).toEqual([["n/migrate", "Job"]]);
});
