import type { Metadata, Resources, SecretName, TopologySpread } from "./shared.ts";

interface ContainerOverride {
  name: string;
  resources: Record<string, never>;
  securityContext: { allowPrivilegeEscalation: boolean; capabilities: { drop: string[] } };
}

export interface IRabbitmqCluster {
  apiVersion: "rabbitmq.com/v1beta1";
  kind: "RabbitmqCluster";
  metadata: Metadata;
  spec: {
    replicas: number;
    image: string;
    service: { type: "ClusterIP" };
    persistence: { storage: string; storageClassName?: string };
    resources: Resources;
    terminationGracePeriodSeconds: number;
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: {
          weight: number;
          podAffinityTerm: {
            topologyKey: string;
            labelSelector: { matchLabels: Record<string, string> };
          };
        }[];
      };
    };
    rabbitmq: { additionalConfig: string };
    tls?: { secretName: string; disableNonTLSListeners: boolean };
    override: {
      statefulSet: {
        spec: {
          template: {
            spec: {
              enableServiceLinks: boolean;
              priorityClassName: string;
              topologySpreadConstraints: TopologySpread[];
              securityContext: {
                runAsNonRoot: boolean;
                seccompProfile: { type: "RuntimeDefault" };
              };
              initContainers: ContainerOverride[];
              containers: ContainerOverride[];
            };
          };
        };
      };
    };
  };
}

interface Topology<Kind extends string, Spec> {
  apiVersion: "rabbitmq.com/v1beta1";
  kind: Kind;
  metadata: Metadata;
  spec: Spec & { rabbitmqClusterReference: SecretName };
}

export type IUser = Topology<
  "User",
  {
    tags?: ("management" | "policymaker" | "monitoring" | "administrator")[];
    importCredentialsSecret: SecretName;
  }
>;

export type IPermission = Topology<
  "Permission",
  {
    vhost: string;
    userReference: SecretName;
    permissions: { configure: string; write: string; read: string };
  }
>;

export type IExchange = Topology<
  "Exchange",
  { name: string; vhost: string; type: "direct"; durable: boolean; autoDelete: boolean }
>;

export type IQueue = Topology<
  "Queue",
  {
    name: string;
    vhost: string;
    type: "quorum";
    durable: boolean;
    autoDelete: boolean;
    arguments: Record<`x-${string}`, string | number>;
  }
>;

export type IBinding = Topology<
  "Binding",
  {
    source: string;
    destination: string;
    destinationType: "queue" | "exchange";
    routingKey: string;
    vhost: string;
  }
>;

export type IPolicy = Topology<
  "Policy",
  {
    name: string;
    vhost: string;
    pattern: string;
    applyTo: "queues";
    priority: number;
    definition: { "max-length-bytes": number };
  }
>;
