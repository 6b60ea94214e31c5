/**
 * Types of the resources of CloudNativePG, RabbitMQ (cluster and messaging topology) and Cilium,
 * with only the fields that the manifests use. No package has these types; they are from the
 * operators' API references.
 */
import type { ICluster, IPooler, IScheduledBackup } from "./postgres.ts";
import type {
  IBinding,
  IExchange,
  IPermission,
  IPolicy,
  IQueue,
  IRabbitmqCluster,
  IUser,
} from "./rabbitmq.ts";
import type { Metadata } from "./shared.ts";

export type * from "./postgres.ts";
export type * from "./rabbitmq.ts";

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
