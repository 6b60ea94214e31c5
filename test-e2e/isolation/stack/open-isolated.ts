import { compileNftables } from "@veil/netpol";
import { type Simulator, startSimulator } from "@veil/upstream-simulator";
import { type Gateway, gatewayAt } from "../../support/clients/gateway.ts";
import { renderedManifests } from "../../support/deployment/manifests.ts";
import type { OwnProviders } from "../../support/own-providers.ts";
import { type Scenario, type StackEnv, scenarioOf } from "../../support/scenario.ts";
import { type Forwards, openForwards } from "../cluster/forward.ts";
import type { PlannedCluster } from "../cluster/plan-cluster.ts";
import { makeSecrets, withRedisTester } from "../cluster/secrets.ts";
import { type Network, openNetwork } from "../network/open-network.ts";
import { type Agent, startAgents } from "../probes/start-agents.ts";
import {
  type OutsideWitness,
  startWitness,
  WITNESS_HOST,
  withWitness,
} from "../servers/witness.ts";
import type { RepeatedRuns } from "./repeat-runs.ts";
import { type StartedCluster, startCluster } from "./start-cluster.ts";

/** A stack with the shipped policies in force between its pods. */
export interface Isolated {
  readonly network: Network;
  readonly agents: readonly Agent[];
  /** The scenario, whose client is in the gateway controller's pod. */
  readonly scenario: Scenario;
  readonly providers: OwnProviders;
  readonly probes: RepeatedRuns;
  readonly forwards: Forwards;
  readonly witness: OutsideWitness;
  readonly prune: StartedCluster["prune"];
  close(): Promise<void>;
}

export async function openIsolated(planned: PlannedCluster, env: StackEnv): Promise<Isolated> {
  const network = await openNetwork(planned.plan);
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const step of closers.toReversed()) await step();
    await network.close();
  };
  try {
    await network.load(compileNftables(planned.cluster.policies, planned.plan));
    const agents = await startAgents(network);
    const forwards = openForwards(agents);
    closers.push(() => forwards.close());
    const secrets = (await makeSecrets(network.folder)).map(withRedisTester);
    const witness = await startWitness(network.folder, secrets);
    closers.push(() => witness.close());
    const manifests = renderedManifests("dev").map((object) => withWitness(object, witness));
    const objects = [...manifests, ...secrets];
    const providers = await startProviders();
    closers.push(() => providers.close());
    const { anthropic, openai } = providers.of;
    const servers = {
      ...{ "api.anthropic.com": anthropic, "api.openai.com": openai },
      [WITNESS_HOST]: witness,
    };
    const context = { planned, network, agents, forwards, objects };
    const { stack, probes, prune } = await startCluster(context, { servers, env });
    closers.push(() => stack.stop());
    closers.push(() => probes.stop());
    const gateway: Gateway = gatewayAt(stack.gatewayUrl);
    closers.push(() => gateway.close());
    const scenario = scenarioOf(stack, gateway, anthropic);
    return { network, agents, providers, probes, forwards, witness, prune, close, scenario };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts simulators for the host names that the worker calls by default. */
async function startProviders(): Promise<OwnProviders> {
  const of = { anthropic: await startSimulator(), openai: await startSimulator() };
  const all: readonly Simulator[] = Object.values(of);
  return {
    of,
    all,
    table: () => "{}",
    async close() {
      await Promise.all(all.map((provider) => provider.close()));
    },
  };
}
