import type { ContainerPort, Labels } from "../manifests/cluster.ts";
import type { Addresses } from "../semantics/addresses.ts";
import type { Connections } from "../semantics/connections.ts";

/** A pod of the platform, which the manifests do not contain. No policy of theirs binds it. */
export interface PlatformPod {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Labels;
  readonly ports: readonly ContainerPort[];
}

/** A part of the address space outside the cluster. */
export type OutsideZone =
  | {
      readonly name: string;
      readonly kind: "blocks";
      readonly addresses: Addresses;
      /** True for nodes: no pod has such an address. Otherwise an edge to it is an edge to the Internet. */
      readonly machines: boolean;
    }
  /** At most `atMost` single addresses, which differ from cluster to cluster. */
  | { readonly name: string; readonly kind: "few"; readonly atMost: number };

/** An edge that must be open on exactly these ports. Names are those of workloads, platform pods or outside zones. */
export interface ExpectedEdge {
  readonly from: string;
  readonly to: string;
  readonly connections: Connections;
  /** Not expected where one of its ends is not in the manifests. */
  readonly optional: boolean;
}

/** A policy of a kind that is not evaluated. Where it exists, it opens these edges instead of NetworkPolicies. */
export interface OtherPolicy {
  /** Such as `CiliumNetworkPolicy veil-inference/allow-egress-proxy-to-providers`. */
  readonly policy: string;
  /** The digest of the reviewed version, see `UnreadPolicy`. */
  readonly sha256: string;
  readonly opens: readonly { readonly from: string; readonly to: string }[];
}

/** The allowed connections that a reviewed file lists. */
export interface Expectations {
  readonly zones: readonly string[];
  /**
   * The two sandboxes, which must never reach each other. Each has one or more workloads: the first, and others that represent it,
   * such as a probe, which therefore must be bound by the same policies.
   */
  readonly sandboxes: { readonly a: readonly string[]; readonly b: readonly string[] };
  /** The only workloads that may have an edge to outside addresses other than those of nodes. */
  readonly proxies: readonly string[];
  readonly platform: readonly PlatformPod[];
  readonly outside: readonly OutsideZone[];
  readonly edges: readonly ExpectedEdge[];
  readonly notEvaluated: readonly OtherPolicy[];
}
