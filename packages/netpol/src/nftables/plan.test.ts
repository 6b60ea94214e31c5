import { describe, expect, test } from "@jest/globals";
import { readCluster } from "../manifests/read-cluster.ts";
import { readYamlDocuments } from "../manifests/yaml-documents.ts";
import { compileNftables } from "./compile.ts";
import { planAddresses } from "./plan.ts";

const MANIFESTS = `
{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {team: one}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, ports: [{name: http, containerPort: 8080}]}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web-canary, namespace: shop}
spec:
  template:
    metadata: {labels: {app: web, track: canary}}
    spec: {containers: [{name: web, ports: [{name: http, containerPort: 8081}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  clusterIP: 10.96.0.7
  selector: {app: web}
  ports: [{port: 80, targetPort: http}]
---
apiVersion: v1
kind: Service
metadata: {name: canary, namespace: shop}
spec:
  selector: {track: canary}
  ports: [{port: 8081}]
---
apiVersion: v1
kind: Service
metadata: {name: headless, namespace: shop}
spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}
`;
const cluster = readCluster(readYamlDocuments(MANIFESTS, "test"));

describe("planAddresses", () => {
  const plan = planAddresses(cluster, {
    podRange: "10.80.0.0/24",
    extra: [
      { id: "prometheus", namespace: "monitoring", labels: { app: "prometheus" } },
      { id: "provider", address: "203.0.113.9" },
    ],
  });

  test("planAddresses gives every pod a different address and interface", () => {
    expect(plan.pods.map(({ id, addresses }) => [id, ...addresses])).toEqual([
      ["shop/web", "10.80.0.10"],
      ["shop/web-canary", "10.80.0.11"],
      ["prometheus", "10.80.0.12"],
      ["provider", "203.0.113.9"],
    ]);
    expect(new Set(plan.pods.map((pod) => pod.interface)).size).toBe(plan.pods.length);
    expect(plan.pods.every((pod) => pod.interface.length <= 15)).toBe(true);
  });

  test("planAddresses gives namespaces the labels that the API server adds", () => {
    const labels = plan.pods.map(({ namespaceLabels }) => namespaceLabels);
    expect(labels[0]).toEqual({ team: "one", "kubernetes.io/metadata.name": "shop" });
    expect(labels[2]).toEqual({ "kubernetes.io/metadata.name": "monitoring" });
    expect(labels[3]).toEqual({});
  });

  test("planAddresses resolves a Service's named port separately for each of its pods", () => {
    expect(plan.services[0]).toEqual({
      ...{ id: "shop/web", address: "10.96.0.7", protocol: "TCP", port: 80 },
      backends: [
        { address: "10.80.0.10", port: 8080 },
        { address: "10.80.0.11", port: 8081 },
      ],
    });
    const rules = compileNftables([], plan);
    expect(rules).toContain(
      "ip daddr 10.96.0.7 tcp dport 80 counter dnat ip addr . port to numgen inc mod 2 map { 0 : 10.80.0.10 . 8080, 1 : 10.80.0.11 . 8081 }",
    );
    expect(rules).toContain("ip daddr 10.78.0.11 tcp dport 8081 counter dnat to 10.80.0.11:8081");
  });

  test("planAddresses omits headless Services", () => {
    expect(plan.services.map(({ id }) => id)).toEqual(["shop/web", "shop/canary"]);
  });

  test("planAddresses throws for an invalid or too small range, and for a host without an address", () => {
    expect(() => planAddresses(cluster, { podRange: "10.0.0.0" })).toThrow(/not an IPv4 block/);
    expect(() => planAddresses(cluster, { podRange: "10.0.0.0/8" })).toThrow(/at most 65536/);
    expect(() => planAddresses(cluster, { podRange: "10.0.0.0/29" })).toThrow(/too few/);
    expect(() => planAddresses(cluster, { extra: [{ id: "x" }] })).toThrow(/needs an address/);
  });
});
