import path from "node:path";
import type { PlannedPod, Protocol } from "@veil/netpol";
import { NODE_INSIDE, ownFolder, REPOSITORY_INSIDE, runInPod } from "../cluster/run-in-pod.ts";
import type { Network } from "../network/open-network.ts";
import { type AgentIdentity, talkTo } from "./talk-to-agent.ts";

export interface Probe {
  readonly address: string;
  readonly port: number;
  readonly protocol: Protocol;
  readonly timeoutMs: number;
}

export interface Agent {
  readonly pod: PlannedPod;
  readonly identity: AgentIdentity;
  /**
   * The path of a socket that forwards connections. A connection begins with `ADDRESS PORT` and a
   * line feed.
   */
  readonly socket: string;
  /** @returns the ports that were already in use */
  listen(ports: readonly number[]): Promise<readonly string[]>;
  /** Returns `open`, `open <name>` if an agent sent its pod's name, `silence`, or an error code. */
  probe(probes: readonly Probe[]): Promise<readonly string[]>;
}

/** The system's `nobody`, which cannot read a pod's files. */
const AGENT_UID = 65_534;
const PROGRAM = `${REPOSITORY_INSIDE}/test-e2e/isolation/probes/pod-agent.mjs`;

export function startAgents(network: Network): Promise<readonly Agent[]> {
  return Promise.all(network.plan.pods.map((pod) => startAgent(network, pod)));
}

async function startAgent(network: Network, pod: PlannedPod): Promise<Agent> {
  const [address = ""] = pod.addresses;
  const folder = ownFolder(network, pod, "agent", AGENT_UID);
  const child = runInPod(network, pod, {
    name: "agent",
    uid: AGENT_UID,
    argv: [NODE_INSIDE, PROGRAM, pod.id, address],
    mounts: { "/agent": folder },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const { identity, ask } = await talkTo(pod.id, child);
  return {
    pod,
    identity,
    socket: path.join(folder, "socket"),
    listen: (ports) => ask({ listen: ports }),
    probe: (probes) => ask({ probes }),
  };
}
