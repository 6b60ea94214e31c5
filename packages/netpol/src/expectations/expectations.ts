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

/** A part of the world outside the cluster. */
export type OutsideZone =
  | {
      readonly name: string;
      readonly kind: "blocks";
      readonly addresses: Addresses;
      /** Nodes and the like: no pod lives there. Otherwise an edge to it is one to the Internet. */
      readonly machines: boolean;
    }
  /** Few single addresses that differ from cluster to cluster, whichever they are. */
  | { readonly name: string; readonly kind: "few"; readonly atMost: number };

/** An edge that has to be open, exactly so far. Names are those of workloads, platform pods or outside zones. */
export interface ExpectedEdge {
  readonly from: string;
  readonly to: string;
  readonly connections: Connections;
  /** Not expected where one of its ends is not in the manifests. */
  readonly optional: boolean;
}

/** A policy of a kind that is not evaluated. Where it is there, it opens these edges in the place of NetworkPolicies. */
export interface OtherPolicy {
  /** Such as `CiliumNetworkPolicy veil-inference/allow-egress-proxy-to-providers`. */
  readonly policy: string;
  /** Of what it said when it was reviewed, as `UnreadPolicy` has it. */
  readonly sha256: string;
  readonly opens: readonly { readonly from: string; readonly to: string }[];
}

/** What a reviewed file says about who may talk to whom. */
export interface Expectations {
  /** Namespaces that have to be closed by default. */
  readonly zones: readonly string[];
  /**
   * The two sides that must never reach each other. Each has one workload or more: its first, and others that stand for it,
   * such as a probe, and so have to be bound by the same policies.
   */
  readonly sandboxes: { readonly a: readonly string[]; readonly b: readonly string[] };
  /** The only workloads that may have an edge to blocks of the outside that are no machines of the cluster. */
  readonly proxies: readonly string[];
  readonly platform: readonly PlatformPod[];
  readonly outside: readonly OutsideZone[];
  readonly edges: readonly ExpectedEdge[];
  /** Policies of other kinds that may be there. */
  readonly notEvaluated: readonly OtherPolicy[];
}
