import type { Manifest } from "../../support/manifests.ts";
import type { Network } from "../network/open-network.ts";
import type { Agent } from "../probes/start-agents.ts";
import type { Forwards } from "./forward.ts";
import type { PlannedCluster } from "./plan-cluster.ts";

/** Everything that servers in pods are started with. */
export interface Context {
  readonly planned: PlannedCluster;
  readonly network: Network;
  readonly agents: readonly Agent[];
  readonly forwards: Forwards;
  /** The manifests and their Secrets. */
  readonly objects: readonly Manifest[];
}

/** No pod of an operator's names a user in the manifests. */
export const OPERATOR_POD_UID = 10_001;
