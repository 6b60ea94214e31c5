export const PROTOCOLS = ["TCP", "UDP", "SCTP"] as const;

export type Protocol = (typeof PROTOCOLS)[number];

export type Labels = Readonly<Record<string, string>>;

/** The label that the API server sets on every namespace, to the namespace's own name. */
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

/** Pods that share labels and ports, so that policies cannot distinguish them. */
export interface Workload {
  /** `namespace/name`, followed by the kind in parentheses if two objects share the name. */
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  readonly labels: Labels;
  readonly ports: readonly ContainerPort[];
  /** True for pods on the node's network, which policies do not bind. */
  readonly hostNetwork: boolean;
  /** Only a live cluster reports addresses. */
  readonly addresses: readonly string[];
  /**
   * Present only for pods of a live cluster that differ from the other pods of their workload. The
   * id then contains the difference.
   */
  readonly variant?: Variant;
}

/** What the pods differ from: the template, or most pods if the input had no template. */
interface Variant {
  readonly of: string;
  readonly from: "template" | "pods";
  /**
   * The number of pods. 0 if the input contained a ReplicaSet, Deployment or Job without its pods.
   */
  readonly pods: number;
}

/** A workload without an id, which depends on other workloads with the same name. */
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
  /** Addresses outside the cluster at which the Service also listens. */
  readonly externalIps: readonly string[];
}

/** A requirement of a selector. An entry of `matchLabels` becomes `In` with one value. */
export interface Requirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  readonly values: readonly string[];
}

/** All requirements must hold; an empty list selects everything. */
export type Selector = readonly Requirement[];

/** A peer of a rule. An absent selector does not mean the same as an empty one. */
export type PolicyPeer =
  | {
      readonly kind: "pods";
      readonly podSelector?: Selector;
      /** If absent, the peer is in the policy's namespace. */
      readonly namespaceSelector?: Selector;
    }
  | { readonly kind: "addresses"; readonly cidr: string; readonly except: readonly string[] };

export interface PolicyPort {
  readonly protocol: Protocol;
  /** If absent, every port of the protocol is meant. A name is resolved at the destination pod. */
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
  /** `kind namespace/name`. */
  readonly policy: string;
  /** SHA-256 of the policy without metadata and status, as canonical JSON (RFC 8785). */
  readonly sha256: string;
}

export interface Cluster {
  readonly namespaces: readonly Namespace[];
  readonly workloads: readonly Workload[];
  readonly services: readonly KubernetesService[];
  readonly policies: readonly NetworkPolicy[];
  /** Policies of other kinds, which can open or close connections too. */
  readonly otherPolicies: readonly UnreadPolicy[];
  /** Kinds that create, expose or bind pods, and that the input did not contain. */
  readonly kindsNotRead: readonly string[];
  /** True if the input came from an API server, and so may include objects of other owners. */
  readonly live: boolean;
}
