import type { Workload } from "../manifests/cluster.ts";
import type { PodEndpoint } from "./endpoints.ts";

export interface ModelPod {
  /** `namespace/name`, or for a platform pod, its name in the expectations. */
  readonly id: string;
  /** The name in the expectations. All variants of a workload have the same name. */
  readonly called: string | undefined;
  readonly owner: "manifests" | "platform";
  readonly endpoint: PodEndpoint;
  readonly workload?: Workload;
}
