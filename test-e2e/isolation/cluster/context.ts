import type { Manifest } from "../../support/deployment/manifests.ts";
import type { Network } from "../network/open-network.ts";
import type { Agent } from "../probes/start-agents.ts";
import type { Forwards } from "./forward.ts";
import type { PlannedCluster } from "./plan-cluster.ts";

export interface Context {
  readonly planned: PlannedCluster;
  readonly network: Network;
  readonly agents: readonly Agent[];
  readonly forwards: Forwards;
  readonly objects: readonly Manifest[];
}

/** The user of database and broker pods, because the operators' custom resources specify none. */
export const OPERATOR_POD_UID = 10_001;
