import { describe, expect, test } from "@jest/globals";
import { readCluster } from "./read-cluster.ts";
import { readYamlDocuments } from "./yaml-documents.ts";

const read = (text: string) => readCluster(readYamlDocuments(text, "test"));
const POD =
  "{metadata: {labels: {app: a}}, spec: {containers: [{ports: [{name: http, containerPort: 80}]}]}}";
const meta = "metadata: {name: x, namespace: n}";

describe("readCluster: workloads", () => {
  test.each([
    ["Deployment", `{kind: Deployment, apiVersion: apps/v1, ${meta}, spec: {template: ${POD}}}`],
    ["StatefulSet", `{kind: StatefulSet, apiVersion: apps/v1, ${meta}, spec: {template: ${POD}}}`],
    ["DaemonSet", `{kind: DaemonSet, apiVersion: apps/v1, ${meta}, spec: {template: ${POD}}}`],
    ["ReplicaSet", `{kind: ReplicaSet, apiVersion: apps/v1, ${meta}, spec: {template: ${POD}}}`],
    [
      "ScaledJob",
      `{kind: ScaledJob, apiVersion: keda.sh/v1alpha1, ${meta}, spec: {jobTargetRef: {template: ${POD}}}}`,
    ],
    [
      "Pod",
      `{kind: Pod, apiVersion: v1, metadata: {name: x, namespace: n, labels: {app: a}}, spec: {containers: [{ports: [{name: http, containerPort: 80}]}]}}`,
    ],
  ])("a workload of the kind %s has the labels and ports of its pods", (kind, text) => {
    expect(read(text).workloads).toEqual([
      {
        ...{ id: "n/x", namespace: "n", name: "x", kind, labels: { app: "a" } },
        ports: [{ name: "http", port: 80, protocol: "TCP" }],
        ...{ hostNetwork: false, addresses: [] },
      },
    ]);
  });

  test.each([
    ["Job", `spec: {template: ${POD}}`, /^x$/],
    ["CronJob", `spec: {jobTemplate: {spec: {template: ${POD}}}}`, /^made by the cluster$/],
  ])("a workload of the kind %s also has the labels that controllers add", (kind, spec, name) => {
    const [job] = read(`{kind: ${kind}, apiVersion: batch/v1, ${meta}, ${spec}}`).workloads;
    expect(job).toMatchObject({ id: "n/x", kind, ports: [{ name: "http", port: 80 }] });
    expect(job?.labels).toEqual({
      app: "a",
      "job-name": expect.stringMatching(name),
      "batch.kubernetes.io/job-name": expect.stringMatching(name),
      "controller-uid": expect.any(String),
      "batch.kubernetes.io/controller-uid": expect.any(String),
    });
  });

  test("workloads that operators create have the documented labels and ports", () => {
    const [rabbit, database] = read(`
{apiVersion: postgresql.cnpg.io/v1, kind: Cluster, metadata: {name: z, namespace: n}, spec: {inheritedMetadata: {labels: {team: one}}}}
---
{apiVersion: rabbitmq.com/v1beta1, kind: RabbitmqCluster, metadata: {name: r, namespace: n}, spec: {tls: {secretName: s, disableNonTLSListeners: true}}}
---
{apiVersion: cluster.x-k8s.io/v1, kind: Cluster, metadata: {name: other, namespace: n}, spec: {}}
`).workloads;
    expect(rabbit?.labels["app.kubernetes.io/name"]).toBe("r");
    expect(rabbit?.ports.map(({ port }) => port)).toEqual([4369, 25672, 5671, 15671, 15691]);
    expect(database?.labels).toMatchObject({ "cnpg.io/cluster": "z", team: "one" });
    expect(database?.ports.map(({ port }) => port)).toEqual([5432, 9187, 8000]);
  });

  test.each([
    ["without a template", ""],
    ["with labels in its template", ", template: {metadata: {labels: {team: one}}}"],
    ["with containers in its template", ", template: {spec: {containers: [{name: pgbouncer}]}}"],
  ])(
    "a Pooler of CloudNativePG %s has its own label and that of the database",
    (_case, template) => {
      const [pooler] = read(
        `{apiVersion: postgresql.cnpg.io/v1, kind: Pooler, metadata: {name: p, namespace: n}, spec: {cluster: {name: z}${template}}}`,
      ).workloads;
      expect(pooler).toMatchObject({
        labels: { "cnpg.io/poolerName": "p", "cnpg.io/cluster": "z", "cnpg.io/podRole": "pooler" },
        hostNetwork: false,
      });
      expect(pooler?.ports.map(({ port }) => port)).toEqual([5432, 9127]);
    },
  );

  test("a Pooler whose template uses the node's network is a workload on that network", () => {
    const [pooler] = read(
      "{apiVersion: postgresql.cnpg.io/v1, kind: Pooler, metadata: {name: p, namespace: n}, spec: {cluster: {name: z}, template: {spec: {hostNetwork: true, containers: []}}}}",
    ).workloads;
    expect(pooler?.hostNetwork).toBe(true);
  });

  test("replicas in a live cluster are merged into one workload with all addresses", () => {
    const pod = (name: string, ip: string) =>
      `{kind: Pod, apiVersion: v1, metadata: {name: ${name}, namespace: n, labels: {app: a, pod-template-hash: ${name}}, ownerReferences: [{kind: ReplicaSet, name: web, controller: true}]}, spec: {containers: []}, status: {podIP: ${ip}, podIPs: [{ip: ${ip}}, {ip: 'fd00::1'}]}}`;
    const { workloads } = read(
      `{kind: List, apiVersion: v1, items: [${pod("p1", "10.0.0.1")}, ${pod("p2", "10.0.0.2")}]}`,
    );
    expect(workloads).toHaveLength(1);
    expect(workloads[0]).toMatchObject({
      ...{ id: "n/web", kind: "ReplicaSet", labels: { app: "a" } },
      addresses: ["10.0.0.1", "fd00::1", "10.0.0.2"],
    });
  });

  test("workloads with the same name have their kind in the id", () => {
    const { workloads } = read(
      `{kind: Deployment, apiVersion: apps/v1, ${meta}, spec: {template: ${POD}}}\n---\n{kind: StatefulSet, apiVersion: apps/v1, ${meta}, spec: {template: ${POD}}}`,
    );
    expect(workloads.map(({ id }) => id)).toEqual(["n/x (Deployment)", "n/x (StatefulSet)"]);
  });

  test("a workload has the ports of sidecar init containers", () => {
    const [workload] = read(
      `{kind: Pod, apiVersion: v1, ${meta}, spec: {containers: [{}], initContainers: [{restartPolicy: Always, ports: [{containerPort: 81}]}]}}`,
    ).workloads;
    expect(workload?.ports).toEqual([{ port: 81, protocol: "TCP" }]);
  });
});

describe("readCluster: namespaces", () => {
  test("a namespace has the API server's name label, even if the manifest has another value", () => {
    const { namespaces } = read(
      "{kind: Namespace, apiVersion: v1, metadata: {name: n, labels: {a: b, kubernetes.io/metadata.name: other}}}",
    );
    expect(namespaces).toEqual([
      { name: "n", labels: { a: "b", "kubernetes.io/metadata.name": "n" } },
    ]);
  });

  test("a namespace exists if an object is in it", () => {
    expect(read(`{kind: Pod, apiVersion: v1, ${meta}, spec: {containers: []}}`).namespaces).toEqual(
      [{ name: "n", labels: { "kubernetes.io/metadata.name": "n" } }],
    );
  });
});

describe("readCluster: malformed input and other policies", () => {
  const policy = `{kind: NetworkPolicy, apiVersion: networking.k8s.io/v1, ${meta}, spec: {}}`;

  test.each([
    ["a duplicate key", "{kind: Pod, kind: Pod}", /unique/],
    ["an alias", "a: &x [1]\nkind: Pod\nb: *x", /aliases/],
    ["a document that is not a mapping", "[1]", /not a Kubernetes object/],
    ["no kind", "{a: 1}", /`kind` is missing/],
    ["bad YAML", "{a: ", /test/],
    ["a duplicate object", `${policy}\n---\n${policy}`, /NetworkPolicy n\/x is defined twice/],
  ])("readCluster throws for %s", (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test("readYamlDocuments throws for input that is too large", () => {
    expect(() => readYamlDocuments(`# ${"x".repeat(17 * 1024 * 1024)}`, "test")).toThrow(
      /more than/,
    );
  });

  test("policies of other kinds are listed in otherPolicies, even if the kind is also called NetworkPolicy", () => {
    const { policies, otherPolicies } = read(
      `{kind: CiliumNetworkPolicy, apiVersion: cilium.io/v2, ${meta}}\n---\n{kind: NetworkPolicy, apiVersion: projectcalico.org/v3, ${meta}}\n---\n${policy}`,
    );
    expect(policies).toHaveLength(1);
    expect(otherPolicies.map((each) => each.policy)).toEqual([
      "CiliumNetworkPolicy n/x",
      "NetworkPolicy n/x",
    ]);
  });

  test("the digest of another policy does not depend on metadata, status and the order of fields", () => {
    const digest = (text: string) =>
      read(`{kind: CiliumNetworkPolicy, apiVersion: cilium.io/v2, ${text}}`).otherPolicies[0]
        ?.sha256;
    const same = digest(`${meta}, spec: {endpointSelector: {}, egress: []}`);
    expect(same).toMatch(/^[0-9a-f]{64}$/);
    expect(digest(`spec: {egress: [], endpointSelector: {}}, ${meta}, status: {a: 1}`)).toBe(same);
    expect(digest(`${meta}, spec: {endpointSelector: {}, egress: [{}]}`)).not.toBe(same);
    expect(digest(`${meta}, specs: [{endpointSelector: {}, egress: []}]`)).not.toBe(same);
  });
});
