export const PROTOCOLS = ["TCP", "UDP", "SCTP"] as const;

export type Protocol = (typeof PROTOCOLS)[number];

export type Labels = Readonly<Record<string, string>>;

/** The API server sets it on every namespace, to the namespace's own name. */
export const NAMESPACE_NAME_LABEL = "kubernetes.io/metadata.name";

export interface Namespace {
  readonly name: string;
  readonly labels: Labels;
}

export interface ContainerPort {
  readonly name?: string;
  readonly port: number;
  readonly protocol: Protocol;
}

/** Its pods share labels and ports, so policies cannot distinguish them. */
export interface Workload {
  /** `namespace/name`, and the kind in brackets where two objects share the name. */
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  readonly labels: Labels;
  readonly ports: readonly ContainerPort[];
  /** Policies do not bind such a pod. */
  readonly hostNetwork: boolean;
  /** Only a live cluster reports them. */
  readonly addresses: readonly string[];
  /**
   * Present only for pods of a live cluster that differ from the others of their workload; the id
   * then says how.
   */
  readonly variant?: Variant;
}

/** The difference from the template, or from most pods if the input had no template. */
interface Variant {
  readonly of: string;
  readonly from: "template" | "pods";
  /** 0 if the input had no pods of a ReplicaSet, Deployment or Job. */
  readonly pods: number;
}

/** The id may still clash with that of another kind. */
export type PlainWorkload = Omit<Workload, "id" | "variant">;

export interface ServicePort {
  readonly port: number;
  readonly protocol: Protocol;
  /** A number, or the name of a container's port. */
  readonly target: number | string;
}

export interface KubernetesService {
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
  readonly selector: Labels;
  readonly ports: readonly ServicePort[];
  readonly clusterIps: readonly string[];
  readonly headless: boolean;
  /** Addresses outside the cluster. */
  readonly externalIps: readonly string[];
}

/** `matchLabels` become `In` with one value. */
export interface Requirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  readonly values: readonly string[];
}

/** All requirements must hold; an empty list selects everything. */
export type Selector = readonly Requirement[];

/** An absent selector is not the same as an empty one. */
export type PolicyPeer =
  | {
      readonly kind: "pods";
      readonly podSelector?: Selector;
      /** Defaults to the policy's namespace. */
      readonly namespaceSelector?: Selector;
    }
  | { readonly kind: "addresses"; readonly cidr: string; readonly except: readonly string[] };

export interface PolicyPort {
  readonly protocol: Protocol;
  /** Absent for every port of the protocol. The destination pod resolves a name. */
  readonly port?: number | string;
  readonly endPort?: number;
}

export interface PolicyRule {
  /** Empty allows every peer. */
  readonly peers: readonly PolicyPeer[];
  readonly ports: readonly PolicyPort[];
}

export type Direction = "Ingress" | "Egress";

export interface NetworkPolicy {
  readonly namespace: string;
  readonly name: string;
  readonly podSelector: Selector;
  readonly types: readonly Direction[];
  readonly ingress: readonly PolicyRule[];
  readonly egress: readonly PolicyRule[];
}

export interface UnreadPolicy {
  /** `kind namespace/name`. */
  readonly policy: string;
  /** SHA-256 of what it says, without metadata and status, as canonical JSON (RFC 8785). */
  readonly sha256: string;
}

export interface Cluster {
  readonly namespaces: readonly Namespace[];
  readonly workloads: readonly Workload[];
  readonly services: readonly KubernetesService[];
  readonly policies: readonly NetworkPolicy[];
  /** They can open or close connections too. */
  readonly otherPolicies: readonly UnreadPolicy[];
  /** Kinds that make, lead to or bind pods, of which the input had no object. */
  readonly kindsNotRead: readonly string[];
  /** True when the input came from an API server, and so includes objects of other owners. */
  readonly live: boolean;
}
