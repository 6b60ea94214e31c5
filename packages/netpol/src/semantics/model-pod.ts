import type { Workload } from "../manifests/cluster.ts";
import type { PodEndpoint } from "./endpoints.ts";

export interface ModelPod {
  /** `namespace/name`, or the name that the expectations give to a pod of the platform. */
  readonly id: string;
  /** The pod's name in the expectations, which the variants of a workload share. */
  readonly called: string | undefined;
  readonly owner: "manifests" | "platform";
  readonly endpoint: PodEndpoint;
  readonly workload?: Workload;
}
