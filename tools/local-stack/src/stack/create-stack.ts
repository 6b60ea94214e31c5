import type { CleanUp } from "./clean-up.ts";
import type { ExitWatch } from "./exit-watch.ts";
import { provisionCustomer, setEntityPolicy, sweepDatabase } from "./gateway-commands.ts";
import type { OpenServers } from "./open-servers.ts";
import type { OpenProvider } from "./provider.ts";
import type { ServiceProcesses } from "./service-processes.ts";
import type { StackPlan } from "./service-settings.ts";
import type { Profile, Stack } from "./stack.ts";
import { startReplica } from "./start-replica.ts";
import type { Supervision } from "./start-simulator-process.ts";
import type { WitnessProcess } from "./start-witness-process.ts";

interface StackParts {
  readonly profile: Profile;
  readonly plan: StackPlan;
  readonly servers: OpenServers;
  readonly services: ServiceProcesses;
  readonly simulator: OpenProvider["simulator"];
  readonly witness: WitnessProcess;
  readonly cleanUp: CleanUp;
  readonly exits: ExitWatch;
  readonly supervision: Supervision;
}

export function createStack(parts: StackParts): Stack {
  const { profile, plan, servers, services, cleanUp, exits, supervision } = parts;
  const { simulator, witness } = parts;
  const { addresses, stateDir } = plan;
  const { postgres, broker, redisUrl, gatewayDatabase, auditDatabase } = servers;
  const stopAll = () => {
    exits.close();
    return cleanUp.run();
  };
  return {
    profile,
    stateDir,
    gatewayUrl: addresses["edge-gateway"].url,
    url: (service) => addresses[service].url,
    opsUrl: (service) => addresses[service].opsUrl,
    ...(simulator && { simulator: simulator.client }),
    databases: {
      gatewayAdminUrl: gatewayDatabase.adminUrl,
      auditAdminUrl: auditDatabase.adminUrl,
    },
    ...(broker && { broker }),
    ...(redisUrl && { redisUrl }),
    witnessKey: witness.key,
    kill: (service, signal) => services.process(service).kill(signal),
    restart: (service) => services.restart(service),
    startReplica: (service, env = {}, { main } = {}) =>
      startReplica({ plan, service, env, main, cleanUp, ...supervision }),
    pause: (service) => services.process(service).pause(),
    resume: (service) => services.process(service).resume(),
    logs: (service) => services.process(service).logs(),
    postgresLog: () => postgres?.log() ?? "",
    pids() {
      const pids = services.pids();
      if (postgres !== undefined) pids.set("postgres", postgres.pid);
      const witnessPid = witness.pid();
      if (witnessPid !== undefined) pids.set("veil-witness", witnessPid);
      const simulatorPid = simulator?.pid();
      if (simulatorPid !== undefined) pids.set("upstream-simulator", simulatorPid);
      return pids;
    },
    provision: (options) => provisionCustomer(plan, options),
    setEntityPolicy: (apiKey, policy) => setEntityPolicy(plan, apiKey, policy),
    sweep: () => sweepDatabase(plan),
    exited: exits.exited,
    stop: (service) => (service === undefined ? stopAll() : services.stop(service)),
  };
}
