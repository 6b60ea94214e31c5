import { type Cluster, readCluster, readYamlDocuments } from "@veil/netpol";
import type { PlannedCluster } from "./plan-cluster.ts";

/**
 * The edges that must never exist: from the sandbox with identities, or its probe, to the sandbox
 * with contents, or its probe.
 */
export const LEAK = ["bridge", "bridge-probe"].flatMap((from) =>
  ["inference-worker", "inference-worker-probe"].flatMap((to) =>
    ["TCP", "UDP"].map(
      (protocol) => `veil-identity/${from} -> veil-inference/${to} ${protocol} 8083`,
    ),
  ),
);

const POLICIES = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: leak, namespace: veil-identity}
spec:
  podSelector: {matchLabels: {app.kubernetes.io/name: bridge}}
  policyTypes: [Egress]
  egress:
    - to:
        - namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: veil-inference}}
          podSelector: {matchLabels: {app.kubernetes.io/name: inference-worker}}
      ports: [{protocol: TCP, port: 8083}, {protocol: UDP, port: 8083}]
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: leak, namespace: veil-inference}
spec:
  podSelector: {matchLabels: {app.kubernetes.io/name: inference-worker}}
  policyTypes: [Ingress]
  ingress:
    - from:
        - namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: veil-identity}}
          podSelector: {matchLabels: {app.kubernetes.io/name: bridge}}
      ports: [{protocol: TCP, port: 8083}, {protocol: UDP, port: 8083}]
`;

export function leakedPolicies({ objects }: PlannedCluster): Cluster["policies"] {
  return readCluster([...objects, ...readYamlDocuments(POLICIES, "the leak")]).policies;
}
