import { createInterface } from "node:readline";
import type { PlannedPod, Protocol } from "@veil/netpol";
import { NODE_INSIDE, ownFolder, REPOSITORY_INSIDE, runInPod } from "../cluster/run-in-pod.ts";
import type { Network } from "../network/open-network.ts";

/** An attempt of one pod to reach another. */
export interface Probe {
  readonly address: string;
  readonly port: number;
  readonly protocol: Protocol;
  readonly timeoutMs: number;
}

/** Whoever tries connections from inside a pod. */
export interface Agent {
  readonly pod: PlannedPod;
  readonly identity: AgentIdentity;
  /** `open`, `open <name>` where an agent answers, or why not: `silence`, or an error's code. */
  probe(probes: readonly Probe[]): Promise<readonly string[]>;
}

/** What the agent says of itself. */
export interface AgentIdentity {
  /** Ports on which somebody else listens. */
  readonly servers: number;
  readonly uid: number;
  /** The bounding set as the kernel shows it: zeros. */
  readonly capabilities: string;
  readonly noNewPrivileges: string;
}

interface Answer {
  readonly id: number;
  readonly results: readonly string[];
}

/** `nobody`: no pod's own user, so that its files are closed to the agent. */
const AGENT_UID = 65_534;
const PROGRAM = `${REPOSITORY_INSIDE}/test-e2e/isolation/probes/pod-agent.mjs`;

/** One process in each pod. They end with this process or with their namespace. */
export function startAgents(network: Network, ports: readonly number[]): Promise<readonly Agent[]> {
  return Promise.all(network.plan.pods.map((pod) => startAgent(network, pod, ports)));
}

async function startAgent(
  network: Network,
  pod: PlannedPod,
  ports: readonly number[],
): Promise<Agent> {
  const [address = ""] = pod.addresses;
  const child = runInPod(network, pod, {
    name: "agent",
    uid: AGENT_UID,
    argv: [NODE_INSIDE, PROGRAM, pod.id, address, ...ports.map(String)],
    mounts: { "/agent": ownFolder(network, pod, "agent", AGENT_UID) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("An agent has no pipes");
  stdin.on("error", () => undefined);
  const waiting = new Map<number, (answer: readonly string[]) => void>();
  const identity = await new Promise<AgentIdentity>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The agent of ${pod.id} ended with ${code}`)));
    createInterface({ input: stdout }).on("line", (line) => {
      const message = JSON.parse(line) as AgentIdentity | Answer;
      if ("results" in message) waiting.get(message.id)?.(message.results);
      else resolve(message);
    });
  });
  let last = 0;
  return {
    pod,
    identity,
    probe(probes) {
      const id = ++last;
      stdin.write(`${JSON.stringify({ id, probes })}\n`);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
  };
}
