export const PROTOCOLS = ["TCP", "UDP", "SCTP"] as const;

export type Protocol = (typeof PROTOCOLS)[number];

export type Labels = Readonly<Record<string, string>>;

/** The API server sets this label on every namespace to the namespace's own name. */
export const NAMESPACE_NAME_LABEL = "kubernetes.io/metadata.name";

/** A namespace that the manifests declare or use. */
export interface Namespace {
  readonly name: string;
  readonly labels: Labels;
}

export interface ContainerPort {
  readonly name?: string;
  readonly port: number;
  readonly protocol: Protocol;
}

/** All pods of one template: they share labels and ports, so policies cannot distinguish them. */
export interface Workload {
  /** `namespace/name`; the kind in brackets follows where two objects share the name. */
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  readonly labels: Labels;
  readonly ports: readonly ContainerPort[];
  /** Policies do not bind such a pod. */
  readonly hostNetwork: boolean;
  /** Addresses as the cluster reports them; manifests do not know any. */
  readonly addresses: readonly string[];
  /** Set for pods of a live cluster that differ from the others of their workload; the id then says how. */
  readonly variant?: Variant;
}

/** Pods whose labels or network differ from their template, or from most pods where the template was not read. */
interface Variant {
  readonly of: string;
  readonly from: "template" | "pods";
  /** How many; 0 for those of a ReplicaSet, Deployment or Job whose pods were not read. */
  readonly pods: number;
}

/** A workload whose id may still clash with that of another kind. */
export type PlainWorkload = Omit<Workload, "id" | "variant">;

export interface ServicePort {
  readonly port: number;
  readonly protocol: Protocol;
  /** A number, or the name of a container's port. */
  readonly target: number | string;
}

export interface Service {
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
  readonly selector: Labels;
  readonly ports: readonly ServicePort[];
  /** Addresses that the manifests fix; none for a headless Service or where the cluster chooses. */
  readonly clusterIps: readonly string[];
  readonly headless: boolean;
  /** Addresses outside the cluster at which it listens too. */
  readonly externalIps: readonly string[];
}

/** A condition on one label. `matchLabels` become `In` with one value. */
export interface Requirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  readonly values: readonly string[];
}

/** All requirements must hold; none at all selects everything. */
export type Selector = readonly Requirement[];

/** One element of `from` or `to`. An absent selector is not the same as an empty one. */
export type PolicyPeer =
  | {
      readonly kind: "pods";
      readonly podSelector?: Selector;
      /** Absent: the policy's own namespace. */
      readonly namespaceSelector?: Selector;
    }
  | { readonly kind: "addresses"; readonly cidr: string; readonly except: readonly string[] };

export interface PolicyPort {
  readonly protocol: Protocol;
  /** Absent: every port of the protocol. A name is looked up at the destination pod. */
  readonly port?: number | string;
  /** Last port of the range that starts at `port`. */
  readonly endPort?: number;
}

export interface PolicyRule {
  /** Empty allows every peer. */
  readonly peers: readonly PolicyPeer[];
  readonly ports: readonly PolicyPort[];
}

/** The direction of a rule, seen from the selected pod. */
export type Direction = "Ingress" | "Egress";

/** A NetworkPolicy (networking.k8s.io/v1) with its defaults filled in. */
export interface NetworkPolicy {
  readonly namespace: string;
  readonly name: string;
  readonly podSelector: Selector;
  readonly types: readonly Direction[];
  readonly ingress: readonly PolicyRule[];
  readonly egress: readonly PolicyRule[];
}

/** A policy of a kind that is not evaluated. */
export interface UnreadPolicy {
  /** `kind namespace/name`. */
  readonly policy: string;
  /** SHA-256 of what it says, without metadata and status, as canonical JSON (RFC 8785); hexadecimal. */
  readonly sha256: string;
}

/** The parts of the manifests that decide which connections are allowed. */
export interface Cluster {
  readonly namespaces: readonly Namespace[];
  readonly workloads: readonly Workload[];
  readonly services: readonly Service[];
  readonly policies: readonly NetworkPolicy[];
  /** Policies of other kinds, which can open or close connections too. */
  readonly otherPolicies: readonly UnreadPolicy[];
  /** Kinds that make, lead to or bind pods, and of which no object was read. */
  readonly kindsNotRead: readonly string[];
  /** Whether the objects come from an API server: then they include objects of others. */
  readonly live: boolean;
}
