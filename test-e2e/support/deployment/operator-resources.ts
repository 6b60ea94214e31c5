/**
 * Types of the resources of CloudNativePG, RabbitMQ (cluster and messaging topology) and Cilium,
 * with only the fields that the manifests use. No package has these types; they are from the
 * operators' API references.
 */
import type { IPooler } from "./pooler-resource.ts";

export type { IPooler } from "./pooler-resource.ts";

export interface Metadata {
  name: string;
  namespace: string;
  labels?: Record<string, string>;
}

interface Quantities {
  cpu: string;
  memory: string;
  "ephemeral-storage"?: string;
}

export interface Resources {
  requests: Quantities;
  limits: Quantities;
}

interface SecretName {
  name: string;
}

interface Storage {
  size: string;
  storageClass?: string;
}

interface VolumeSnapshot {
  name: string;
  kind: "VolumeSnapshot";
  apiGroup: "snapshot.storage.k8s.io";
}

interface DatabaseRole {
  name: string;
  ensure: "present" | "absent";
  login: boolean;
  superuser: boolean;
  createdb: boolean;
  createrole: boolean;
  replication: boolean;
  bypassrls: boolean;
  inherit: boolean;
  connectionLimit: number;
  passwordSecret: SecretName;
}

/** CloudNativePG's plugin, which archives with the programs of Barman. */
interface BarmanCloud {
  name: "barman-cloud.cloudnative-pg.io";
  parameters: { barmanObjectName: string; serverName?: string };
}

export interface ICluster {
  apiVersion: "postgresql.cnpg.io/v1";
  kind: "Cluster";
  metadata: Metadata;
  spec: {
    description?: string;
    instances: number;
    imageName: string;
    imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
    primaryUpdateStrategy?: "unsupervised" | "supervised";
    enableSuperuserAccess?: boolean;
    seccompProfile?: { type: "RuntimeDefault" };
    storage: Storage;
    walStorage?: Storage;
    bootstrap:
      | {
          initdb: {
            database: string;
            owner: string;
            secret: SecretName;
            encoding?: string;
            dataChecksums?: boolean;
            postInitApplicationSQL?: string[];
          };
        }
      | {
          recovery: {
            database: string;
            owner: string;
            secret: SecretName;
            volumeSnapshots: { storage: VolumeSnapshot; walStorage: VolumeSnapshot };
          };
        }
      | {
          recovery: {
            database: string;
            owner: string;
            secret: SecretName;
            source: string;
            recoveryTarget?: { targetTime: string };
          };
        };
    externalClusters?: { name: string; plugin: BarmanCloud }[];
    plugins?: (BarmanCloud & { isWALArchiver: true })[];
    managed?: { roles: DatabaseRole[] };
    postgresql: {
      parameters: Record<string, string>;
      pg_hba?: string[];
      synchronous?: { method: "any" | "first"; number: number };
    };
    certificates?: { serverTLSSecret: string; serverCASecret: string };
    backup?: {
      volumeSnapshot: {
        className: string;
        online: boolean;
        snapshotOwnerReference: "none" | "backup" | "cluster";
      };
    };
    affinity?: {
      enablePodAntiAffinity: boolean;
      topologyKey: string;
      podAntiAffinityType: "preferred" | "required";
    };
    resources: Resources;
    priorityClassName?: string;
    topologySpreadConstraints?: TopologySpread[];
  };
}

export interface IScheduledBackup {
  apiVersion: "postgresql.cnpg.io/v1";
  kind: "ScheduledBackup";
  metadata: Metadata;
  spec: {
    schedule: string;
    method: "volumeSnapshot" | "plugin";
    pluginConfiguration?: Pick<BarmanCloud, "name">;
    backupOwnerReference: "none" | "self" | "cluster";
    immediate: boolean;
    cluster: SecretName;
  };
}

interface TopologySpread {
  maxSkew: number;
  topologyKey: string;
  whenUnsatisfiable: "DoNotSchedule" | "ScheduleAnyway";
  labelSelector: {
    matchLabels: Record<string, string>;
    matchExpressions?: { key: string; operator: "DoesNotExist" }[];
  };
}

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

export interface ICiliumNetworkPolicy {
  apiVersion: "cilium.io/v2";
  kind: "CiliumNetworkPolicy";
  metadata: Metadata;
  spec: {
    endpointSelector: {
      matchLabels?: Record<string, string>;
      matchExpressions?: { key: string; operator: "In"; values: string[] }[];
    };
    egress: {
      toEntities?: "kube-apiserver"[];
      toEndpoints?: { matchLabels: Record<string, string> }[];
      toFQDNs?: { matchName: string }[];
      toPorts: {
        ports: { port: string; protocol: "TCP" | "UDP" }[];
        rules?: { dns: { matchName: string }[] };
      }[];
    }[];
  };
}

export type OperatorResource =
  | ICluster
  | IPooler
  | IScheduledBackup
  | IRabbitmqCluster
  | IUser
  | IPermission
  | IExchange
  | IQueue
  | IBinding
  | IPolicy
  | ICiliumNetworkPolicy;
