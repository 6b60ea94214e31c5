import type { ContainerPort, Labels } from "../manifests/cluster.ts";
import type { Addresses } from "../semantics/addresses.ts";
import type { Connections } from "../semantics/connections.ts";

/** A pod that is not in the manifests, so that none of their policies binds it. */
export interface PlatformPod {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Labels;
  readonly ports: readonly ContainerPort[];
}

export type OutsideZone =
  | {
      readonly name: string;
      readonly kind: "blocks";
      readonly addresses: Addresses;
      /**
       * True for addresses of nodes, which no pod has. An edge to any other zone of blocks is an
       * edge to the Internet.
       */
      readonly machines: boolean;
    }
  /** A few single addresses, which differ from cluster to cluster. */
  | { readonly name: string; readonly kind: "few"; readonly atMost: number };

/**
 * An edge that must be open on exactly these ports. Its ends are workloads, platform pods or
 * outside zones, by name.
 */
export interface ExpectedEdge {
  readonly from: string;
  readonly to: string;
  readonly connections: Connections;
  readonly optional: boolean;
}

/**
 * A policy of another kind, which the check does not evaluate. If it exists, it opens these edges
 * instead of NetworkPolicies.
 */
export interface OtherPolicy {
  /** Such as `CiliumNetworkPolicy veil-inference/allow-egress-proxy-to-providers`. */
  readonly policy: string;
  /** The digest of the reviewed version, see `UnreadPolicy`. */
  readonly sha256: string;
  readonly opens: readonly { readonly from: string; readonly to: string }[];
}

export interface Expectations {
  readonly zones: readonly string[];
  /**
   * The two sandboxes, which must never reach each other. The first workload of each is the sandbox
   * itself. The other workloads represent it, such as a probe, and the same policies must bind
   * them.
   */
  readonly sandboxes: { readonly a: readonly string[]; readonly b: readonly string[] };
  /** The only workloads that may have edges to the Internet. */
  readonly proxies: readonly string[];
  readonly platform: readonly PlatformPod[];
  readonly outside: readonly OutsideZone[];
  readonly edges: readonly ExpectedEdge[];
  readonly notEvaluated: readonly OtherPolicy[];
}
