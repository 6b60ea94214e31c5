import type { Workload } from "../manifests/cluster.ts";
import type { PodParty } from "./parties.ts";

/** One row or column of the matrix. */
export interface PodEnd {
  /** `namespace/name` of a workload, or the name that the expectations give to a pod of the platform. */
  readonly id: string;
  /** The `namespace/name` by which expectations mean it; variants of a workload share it. Undefined: they cannot. */
  readonly called: string | undefined;
  /** Whether the manifests make it, or the platform does. */
  readonly owner: "manifests" | "platform";
  readonly party: PodParty;
  readonly workload?: Workload;
}
