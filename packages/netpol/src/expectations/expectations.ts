import type { ContainerPort, Labels } from "../manifests/cluster.ts";
import type { Addresses } from "../semantics/addresses.ts";
import type { Connections } from "../semantics/connections.ts";

/** The manifests do not contain it, so none of their policies binds it. */
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
       * True for nodes: no pod has such an address. Otherwise an edge to it is an edge to the
       * Internet.
       */
      readonly machines: boolean;
    }
  /** The addresses differ from cluster to cluster. */
  | { readonly name: string; readonly kind: "few"; readonly atMost: number };

/** Must be open on exactly these ports. Names are those of workloads, platform pods or outside zones. */
export interface ExpectedEdge {
  readonly from: string;
  readonly to: string;
  readonly connections: Connections;
  readonly optional: boolean;
}

/**
 * The check does not evaluate it; where it exists, it opens these edges instead of NetworkPolicies.
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
   * They must never reach each other. The first workload is the sandbox; the others represent it,
   * such as a probe, and the same policies must bind them.
   */
  readonly sandboxes: { readonly a: readonly string[]; readonly b: readonly string[] };
  /** Other workloads have edges only to nodes. */
  readonly proxies: readonly string[];
  readonly platform: readonly PlatformPod[];
  readonly outside: readonly OutsideZone[];
  readonly edges: readonly ExpectedEdge[];
  readonly notEvaluated: readonly OtherPolicy[];
}
