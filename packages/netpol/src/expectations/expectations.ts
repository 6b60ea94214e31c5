import type { ContainerPort, Labels } from "../manifests/cluster.ts";
import type { Addresses } from "../semantics/addresses.ts";
import type { Connections } from "../semantics/connections.ts";

/** A pod that the manifests do not contain, so their policies do not apply to it. */
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
       * True if the addresses belong to nodes, so that no pod has one of them. Otherwise, an edge
       * to the zone counts as an edge to the Internet.
       */
      readonly machines: boolean;
    }
  /** At most `atMost` single addresses, which may differ between clusters. */
  | { readonly name: string; readonly kind: "few"; readonly atMost: number };

/**
 * An edge that must be open on exactly these ports, or may be if `mayBeClosed`. `from` and `to` are names of workloads,
 * platform pods or outside zones.
 */
export interface ExpectedEdge {
  readonly from: string;
  readonly to: string;
  readonly connections: Connections;
  readonly optional: boolean;
  readonly mayBeClosed: boolean;
}

/**
 * A policy of another kind, which the check does not evaluate. Where it exists, it opens these
 * edges in place of NetworkPolicies.
 */
export interface OtherPolicy {
  /**
   * The kind and name, such as `CiliumNetworkPolicy
   * veil-inference/allow-egress-proxy-to-providers`.
   */
  readonly policy: string;
  /** The digest of the reviewed version (see `UnreadPolicy`). */
  readonly sha256: string;
  readonly opens: readonly { readonly from: string; readonly to: string }[];
}

export interface Expectations {
  readonly zones: readonly string[];
  /**
   * The two sandboxes, which must never reach each other. In each list, the first workload is the
   * sandbox. The others represent it, such as a probe, and the same policies must apply to them.
   */
  readonly sandboxes: { readonly a: readonly string[]; readonly b: readonly string[] };
  /** The workloads that may have edges to the Internet. All others may have edges only to nodes. */
  readonly proxies: readonly string[];
  readonly platform: readonly PlatformPod[];
  readonly outside: readonly OutsideZone[];
  readonly edges: readonly ExpectedEdge[];
  readonly notEvaluated: readonly OtherPolicy[];
}
