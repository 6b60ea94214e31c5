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

export interface SecretName {
  name: string;
}

export interface Storage {
  size: string;
  storageClass?: string;
}

export interface TopologySpread {
  maxSkew: number;
  topologyKey: string;
  whenUnsatisfiable: "DoNotSchedule" | "ScheduleAnyway";
  labelSelector: {
    matchLabels: Record<string, string>;
    matchExpressions?: { key: string; operator: "DoesNotExist" }[];
  };
}
