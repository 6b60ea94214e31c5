export const PROTOCOLS = ["TCP", "UDP", "SCTP"] as const;

export type Protocol = (typeof PROTOCOLS)[number];

export type Labels = Readonly<Record<string, string>>;

/** The label that the API server sets on every namespace to the namespace's name. */
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

/** A group of pods with the same labels and ports, so that policies cannot distinguish them. */
export interface Workload {
  /** `namespace/name`, followed by the kind in parentheses if two objects have the same name. */
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  readonly labels: Labels;
  readonly ports: readonly ContainerPort[];
  /** Whether the pods use the node's network. Policies do not apply to such pods. */
  readonly hostNetwork: boolean;
  /** The pods' addresses, which only a live cluster reports. */
  readonly addresses: readonly string[];
  /**
   * Present only for pods of a live cluster that differ from the other pods of their workload. The
   * id then contains the difference.
   */
  readonly variant?: Variant;
}

/**
 * Describes pods that differ from their template, or from most pods if the input had no template.
 */
interface Variant {
  readonly of: string;
  readonly from: "template" | "pods";
  /** The number of pods. 0 if the input contained no pods of a ReplicaSet, Deployment or Job. */
  readonly pods: number;
}

/**
 * A workload without an id, because `namespace/name` may also belong to a workload of another kind.
 */
export type PlainWorkload = Omit<Workload, "id" | "variant">;

export interface ServicePort {
  readonly port: number;
  readonly protocol: Protocol;
  /** A port number, or the name of a container's port. */
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

/** One requirement of a selector. An entry of `matchLabels` becomes `In` with one value. */
export interface Requirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  readonly values: readonly string[];
}

/** A label selector. All requirements must hold; an empty list selects everything. */
export type Selector = readonly Requirement[];

/** A peer of a rule. An absent selector has a different meaning than an empty one. */
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
  /** Absent for every port of the protocol. A name is resolved by the destination pod. */
  readonly port?: number | string;
  readonly endPort?: number;
}

export interface PolicyRule {
  /** An empty list allows every peer. */
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
  /** The policy as `kind namespace/name`. */
  readonly policy: string;
  /** SHA-256 of the policy without metadata and status, as canonical JSON (RFC 8785). */
  readonly sha256: string;
}

export interface Cluster {
  readonly namespaces: readonly Namespace[];
  readonly workloads: readonly Workload[];
  readonly services: readonly KubernetesService[];
  readonly policies: readonly NetworkPolicy[];
  /** Policies of other kinds, which can also open or close connections. */
  readonly otherPolicies: readonly UnreadPolicy[];
  /** The kinds of pods, owners of pods, and policies that the input did not contain. */
  readonly kindsNotRead: readonly string[];
  /**
   * True when the input came from an API server and therefore also includes objects of other
   * owners.
   */
  readonly live: boolean;
}
