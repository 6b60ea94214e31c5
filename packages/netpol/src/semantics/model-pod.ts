import type { Workload } from "../manifests/cluster.ts";
import type { PodEndpoint } from "./endpoints.ts";

export interface ModelPod {
  /** `namespace/name` of a workload, or the name that the expectations give to a pod of the platform. */
  readonly id: string;
  /** Its `namespace/name` in the expectations; variants of a workload share it. Undefined: it is not named there. */
  readonly called: string | undefined;
  /** Whether it belongs to the manifests or to the platform. */
  readonly owner: "manifests" | "platform";
  readonly endpoint: PodEndpoint;
  readonly workload?: Workload;
}
