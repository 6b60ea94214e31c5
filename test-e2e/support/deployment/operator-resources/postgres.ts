import type { Metadata, Resources, SecretName, Storage, TopologySpread } from "./shared.ts";

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

/** The webhook of the operator refuses other parameters (CloudNativePG 1.27, `pooler_webhook.go`). */
export interface IPooler {
  apiVersion: "postgresql.cnpg.io/v1";
  kind: "Pooler";
  metadata: { name: string; namespace: string; labels: Record<string, string> };
  spec: {
    cluster: { name: string };
    type: "rw";
    instances: number;
    deploymentStrategy: {
      type: "RollingUpdate";
      rollingUpdate: { maxSurge: number; maxUnavailable: number };
    };
    pgbouncer: {
      poolMode: "transaction";
      parameters: {
        default_pool_size: string;
        max_client_conn: string;
        max_prepared_statements: string;
        ignore_startup_parameters: string;
        client_tls_sslmode: "require";
        server_tls_sslmode: "verify-full";
      };
    };
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              topologyKey: string;
              labelSelector: { matchLabels: Record<string, string> };
            }[];
          };
        };
        containers: { name: "pgbouncer"; resources: Record<"requests" | "limits", object> }[];
      };
    };
  };
}
