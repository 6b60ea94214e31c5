import type { Fields } from "../../src/manifests/fields.ts";
import { asStored } from "./as-stored.ts";
import { withCreated } from "./controllers.ts";
import { container, pod } from "./pods.ts";

/**
 * Returns the objects of the platform: operators, DNS, monitoring, node components, and another
 * product.
 */
export function platform(): readonly Fields[] {
  return [
    ...NAMESPACES.map(namespace),
    ...deployment("kube-system", "coredns", { "k8s-app": "kube-dns" }, [
      ["dns", 53, "UDP"],
      ["dns-tcp", 53],
      ["metrics", 9153],
    ]),
    ...deployment("envoy-gateway-system", "envoy-veil-edge-public-4f1c", {
      "app.kubernetes.io/component": "proxy",
      "app.kubernetes.io/managed-by": "envoy-gateway",
      "app.kubernetes.io/name": "envoy",
    }),
    ...deployment("cnpg-system", "cnpg-controller-manager", {
      "app.kubernetes.io/name": "cloudnative-pg",
    }),
    ...deployment("rabbitmq-system", "rabbitmq-cluster-operator", {
      "app.kubernetes.io/component": "rabbitmq-operator",
      "app.kubernetes.io/name": "rabbitmq-cluster-operator",
      "app.kubernetes.io/part-of": "rabbitmq",
    }),
    ...deployment("rabbitmq-system", "messaging-topology-operator", {
      "app.kubernetes.io/component": "rabbitmq-operator",
      "app.kubernetes.io/name": "messaging-topology-operator",
      "app.kubernetes.io/part-of": "rabbitmq",
    }),
    ...deployment("keda", "keda-operator", {
      app: "keda-operator",
      "app.kubernetes.io/name": "keda-operator",
    }),
    ...deployment("monitoring", "prometheus", { "app.kubernetes.io/name": "prometheus" }),
    ...deployment("monitoring", "grafana", { "app.kubernetes.io/name": "grafana" }),
    ...machines(),
    ...shop(),
  ];
}

const NAMESPACES = [
  ...["default", "kube-system", "envoy-gateway-system", "monitoring", "cnpg-system"],
  ...["rabbitmq-system", "keda", "shop"],
];

function namespace(name: string): Fields {
  const metadata = { name, labels: { "kubernetes.io/metadata.name": name } };
  return asStored(
    { apiVersion: "v1", kind: "Namespace", metadata, spec: { finalizers: ["kubernetes"] } },
    { phase: "Active" },
  );
}

function deployment(
  inNamespace: string,
  name: string,
  labels: Fields,
  ports: Parameters<typeof container>[1] = [],
): readonly Fields[] {
  return withCreated({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace: inNamespace, labels },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container(name, ports)] } },
    },
  });
}

function machines(): readonly Fields[] {
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "control-plane-1" } };
  const onNode = (name: string, labels: Fields, owner: Fields) =>
    pod({
      ...{ owner, namespace: "kube-system", name, labels },
      spec: { hostNetwork: true, containers: [container(name, [])] },
    });
  const proxy = {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "kube-proxy", namespace: "kube-system" },
  };
  return [
    onNode(
      "kube-apiserver-control-plane-1",
      { component: "kube-apiserver", tier: "control-plane" },
      node,
    ),
    onNode("etcd-control-plane-1", { component: "etcd", tier: "control-plane" }, node),
    onNode("kube-proxy-7xk2p", { "k8s-app": "kube-proxy" }, proxy),
  ];
}

/** Returns another product with policies, node ports, and names like ours. */
function shop(): readonly Fields[] {
  const meta = (name: string) => ({ name, namespace: "shop" });
  return [
    ...deployment("shop", "bridge", { app: "bridge" }, [["http", 80]]),
    asStored({
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: meta("from-any-peer"),
      spec: {
        podSelector: { matchLabels: { app: "gone" } },
        policyTypes: ["Ingress"],
        ingress: [{}],
      },
    }),
    asStored(
      {
        apiVersion: "v1",
        kind: "Service",
        metadata: meta("bridge"),
        spec: {
          ...{ type: "LoadBalancer", clusterIP: "10.96.7.7", clusterIPs: ["10.96.7.7"] },
          ports: [{ nodePort: 31_234, port: 80, protocol: "TCP", targetPort: "http" }],
          selector: { app: "bridge" },
        },
      },
      { loadBalancer: { ingress: [{ ip: "203.0.113.77" }] } },
    ),
  ];
}
